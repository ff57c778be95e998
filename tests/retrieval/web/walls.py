"""Pages as sites show them in place of what was asked for, and pages that only tell of such."""

from __future__ import annotations

from typing import NamedTuple


class Shown(NamedTuple):
    """A page: its title, its readable text, and what it is."""

    title: str
    text: str
    kind: str = ""


WALLS = (
    Shown(
        "Just a moment...",
        "Just a moment...\n\nEnable JavaScript and cookies to continue\n\nRay ID: 8c2f1a9be8d71c3b",
        "bot check",
    ),
    Shown(
        "example.com",
        "example.com\n\nVerify you are human by completing the action below.\n\nexample.com "
        "needs to review the security of your connection before proceeding.\n\n"
        "Waiting for example.com to respond...\n\nRay ID: 8c2f1a9be8d71c3b\n\n"
        "Performance & security by Cloudflare",
        "bot check",
    ),
    Shown(
        "Attention Required! | Cloudflare",
        "Sorry, you have been blocked\n\nYou are unable to access example.com\n\nWhy have I been "
        "blocked?\n\nThis website is using a security service to protect itself from online "
        "attacks. The action you just performed triggered the security solution. There are several "
        "actions that could trigger this block including submitting a certain word or phrase, a "
        "SQL command or malformed data.\n\nWhat can I do to resolve this?\n\nYou can email the "
        "site owner to let them know you were blocked. Please include what you were doing when "
        "this page came up and the Cloudflare Ray ID found at the bottom of this page.",
        "bot check",
    ),
    Shown(
        "Please complete the security check",
        "One more step\n\nPlease complete the security check to access example.org\n\nWhy do I "
        "have to complete a CAPTCHA?\n\nCompleting the CAPTCHA proves you are a human and gives "
        "you temporary access to the web property.\n\nWhat can I do to prevent this in the future?"
        "\n\nIf you are on a personal connection, like at home, you can run an anti-virus scan on "
        "your device to make sure it is not infected with malware.\n\nIf you are at an office or "
        "shared network, you can ask the network administrator to run a scan across the network.",
        "bot check",
    ),
    Shown(
        "Pardon Our Interruption",
        "Pardon Our Interruption...\n\nAs you were browsing something about your browser made us "
        "think you were a bot. There are a few reasons this might happen:\n\n- You're a power user "
        "moving through this website with super-human speed.\n- You've disabled JavaScript in your "
        "web browser.\n- A third-party browser plugin, such as Ghostery or NoScript, is preventing "
        "JavaScript from running.\n\nAfter completing the CAPTCHA below, you will immediately "
        "regain access to the site again.",
        "bot check",
    ),
    Shown(
        "https://www.example.com/search",
        "Our systems have detected unusual traffic from your computer network. This page checks to "
        "see if it's really you sending the requests, and not a robot. Why did this happen?",
        "bot check",
    ),
    Shown("example.com", "Please enable JS and disable any ad blocker", "bot check"),
    Shown(
        "Access to this page has been denied",
        "Press & Hold to confirm you are a human (and not a bot).\n\nReference ID 3f1c2d4e-aa11",
        "bot check",
    ),
    Shown(
        "Making sure you're not a bot!",
        "Loading...\n\nYou are seeing this because the administrator of this website has set up "
        "Anubis to protect the server against the scourge of AI companies aggressively scraping "
        "websites. This can and does cause downtime for the websites, which makes their resources "
        "inaccessible for everyone.\n\nProtected by Anubis",
        "bot check",
    ),
    Shown("Einen Moment, bitte", "Einen Moment, bitte\n\nIhr Browser wird überprüft.", "bot check"),
    Shown(
        "The Example Times",
        "We value your privacy\n\nWe and our 842 partners store and/or access information on a "
        "device, such as cookies, and process personal data, such as unique identifiers and "
        "standard information sent by a device, for personalised advertising and content, "
        "advertising and content measurement, audience research and services development.\n\n"
        "With your permission we and our partners may use precise geolocation data. You may click "
        "to consent to our and our 842 partners' processing as described above. You may access "
        "more detailed information and change your preferences before consenting or to refuse "
        "consenting. Your preferences will apply to this website only. You can change your "
        "preferences or withdraw your consent at any time by returning to this site and clicking "
        'the "Privacy" button at the bottom of the webpage.\n\nMore options\n\nAccept all',
        "cookie notice",
    ),
    Shown(
        "Example News",
        "We use cookies to improve your experience. By clicking accept, you agree to our cookie "
        "policy.\n\nAccept all cookies\n\nReject all\n\nManage preferences",
        "cookie notice",
    ),
    Shown(
        "Before you continue to Example",
        "Before you continue\n\nWe use cookies and data to\n- Deliver and maintain services\n"
        "- Track outages and protect against spam, fraud and abuse\n\nIf you choose to Accept all, "
        "we will also use cookies and data to develop and improve new services.",
        "cookie notice",
    ),
    Shown(
        "Beispiel",
        "Wir und unsere 120 Partner verwenden Cookies, um Ihnen Inhalte und Anzeigen zu zeigen. "
        "Mit Klick auf Alle akzeptieren willigen Sie ein. Ihre Einwilligung können Sie jederzeit "
        "widerrufen.",
        "cookie notice",
    ),
    Shown(
        "Exemple",
        "Nous et nos partenaires utilisons des cookies pour mesurer l'audience de ce site. Vous "
        "pouvez modifier vos choix à tout moment.",
        "cookie notice",
    ),
    Shown(
        "Log in - Example Journal",
        "Log in to your account\n\nEmail\n\nPassword\n\nRemember me\n\nForgot your password?\n\n"
        "Don't have an account? Sign up\n\nContinue with Google",
        "login form",
    ),
    Shown(
        "Example Journal of Things",
        "Sign in to continue reading this article. Enter your email address below. Already a "
        "subscriber? Log in here. New to Example? Create a free account to read it.",
        "login form",
    ),
    Shown("Anmelden | Beispiel", "Anmelden\n\nBenutzername\n\nPasswort vergessen?", "login form"),
    Shown(
        "404 Not Found",
        "404 Not Found\n\nThe resource requested could not be found on this server!",
        "error page",
    ),
    Shown(
        "Page not found – Example University",
        "Page not found\n\nSorry, the page you are looking for could not be found. It may have "
        "been moved or deleted.\n\nPopular pages\n\n- Admissions and student life\n- Research "
        "groups and centres\n- Library opening hours\n- Campus maps and travel\n- News and events",
        "error page",
    ),
    Shown(
        "Example Shop",
        "Oops! That page can't be found.\n\nIt looks like nothing was found at this location. "
        "Try searching for what you need.",
        "error page",
    ),
    Shown(
        "Access Denied", "You don't have permission to access this on this server.", "error page"
    ),
    Shown("Error", "An error occurred. Please try again later or contact us.", "error page"),
    Shown(
        "Beispiel",
        "Seite nicht gefunden\n\nDie gesuchte Seite wurde nicht gefunden.",
        "error page",
    ),
    Shown("예시", "죄송합니다. 요청하신 페이지를 찾을 수 없습니다.", "error page"),
    Shown("React App", "You need to enable JavaScript to run this app.", "JavaScript"),
    Shown(
        "Example",
        "We've detected that JavaScript is disabled in this browser. Please enable JavaScript or "
        "switch to a supported browser to continue.",
        "JavaScript",
    ),
    Shown("Example", "A page with little on it, about sixty characters in all.", "words only"),
    Shown("Example", "", "empty"),
)

ARTICLES = (
    Shown(
        "CAPTCHA - Example Encyclopedia",
        "A CAPTCHA is a test that tells people and programs apart. Users are asked to verify that "
        "they are human, for instance by choosing all pictures with traffic lights. The term was "
        "coined in 2003. Sites use it where they see unusual traffic from a network. Critics say "
        "that completing the CAPTCHA costs people half a minute each time.",
    ),
    Shown(
        "How cookie banners became a nuisance",
        "Since 2018 most European sites have shown a banner. “We use cookies,” it says, and the "
        "button to accept all cookies is larger than the one to reject them. Researchers counted "
        "thousands of sites: on nine of ten, refusing took more clicks than agreeing. Regulators "
        "in France fined two companies for it in 2022.",
    ),
    Shown(
        "HTTP 404",
        "In computer networks, 404 is a status code with which a server says that it has found "
        "nothing at an address. Servers send it with a page, which often reads page not found. "
        "Dead links are its most common cause. A soft 404 is such a page sent with status 200, "
        "which search engines have to recognise by what it says.",
    ),
    Shown(
        "Choosing a password",
        "A password is safest when it is long. People who forget theirs reset it by mail, and so "
        "a mailbox is worth more to a thief than any one account. Services that let people log in "
        "with a key on their device have seen fewer thefts, and fewer calls for help.",
    ),
    Shown(
        "Error | Statistics for everyone",
        "The error of a measurement is the difference between the value found and the true one. "
        "It is random when it differs from one measurement to the next, and systematic when it "
        "stays. Repeating a measurement helps against the first kind alone. " * 8,
    ),
    Shown(
        "404 Media",
        "A company that sells locations of phones has lost its largest buyer, documents show. The "
        "buyer had asked where the data came from, and was given no answer for eight months.",
    ),
    Shown(
        "Sorry, Wrong Number",
        "Sorry, Wrong Number is a radio play of 1943 in which a woman overhears the plan of a "
        "murder on the telephone. It was so popular that it was played seven times by 1960, and "
        "made into a film by Anatole Litvak.",
    ),
    Shown(
        "The privacy policy that nobody read",
        "Your privacy is protected by law in more than a hundred countries. Most of these laws "
        "ask for consent before data are shared. Whether people read what they consent to is "
        "another matter: in one study, nobody noticed that they had given away a child. " * 5,
    ),
    Shown(
        "빨간 왜성",
        "적색 왜성은 주계열성 가운데 가장 작고 차가운 별이다. 우리 은하에서 가장 흔한 별이며, "
        "태양 질량의 0.08배에서 0.6배에 이른다. 수소를 천천히 태우기 때문에 수조 년 동안 빛난다.",
    ),
    Shown(
        "Store",
        "Seeds are best kept cool and dry. Use a jar with a lid, and store it where the light "
        "does not reach. Create a label with the year, since most seeds lose half of their power "
        "within three years. Select the largest for the next season.",
    ),
)
"""None of these may be refused."""
