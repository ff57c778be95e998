"""What pages say that are no source: bot checks, cookie walls, login forms, error pages.

English, and the sentences that common sites show in other languages. A sentence is matched without
its full stop. `^` keeps out sentences that tell of such pages instead of being on one.
"""

from __future__ import annotations

import re


def _any(*patterns: str) -> re.Pattern[str]:
    return re.compile("|".join(patterns), re.IGNORECASE)


_BOT = "a bot check"
_COOKIES = "a cookie notice"
_LOGIN = "a login form"
_ERROR = "an error page"
_SHELL = "a page that JavaScript has yet to fill"

SENTENCES = {
    _BOT: _any(
        r"^(?:please )?enable (?:javascript|js) and (?:cookies|disable any ad ?blocker)",
        r"^(?:please )?(?:wait|stand by|hold on)(?:,| while| for| a )",
        r"^(?:just|one|einen) (?:a )?mom?ent\b",
        r"^nur einen moment|^un instant|^un momento|^잠시만",
        r"^checking (?:your browser|if the site connection is secure)",
        r"^(?:please )?(?:verify|confirm|prove)(?:ing)? (?:that )?(?:you(?:'|’| a)re|"
        r"you are) (?:a )?"
        r"(?:human|not a (?:ro)?bot)",
        r"^(?:verifying|making sure) (?:you(?:'|’)re|you are|your browser)",
        r"^verify(?:ing)? (?:that )?you are",
        r"\bneeds to review the security of your connection",
        r"^\W*(?:cloudflare )?ray id\b|^performance (?:&|and) security by|^ddos protection by",
        r"^this process is automatic|^your browser will redirect|^please allow up to",
        r"^(?:please )?(?:complete|solve|enter) the (?:captcha|characters|security check|puzzle)",
        r"^completing the captcha proves|^why do i have to complete a captcha",
        r"^what can i do to prevent this in the future|^if you are (?:on a personal|at an office)",
        r"\b(?:detected|seeing) unusual (?:traffic|activity)|unusual traffic from your",
        r"^this page checks to see if it(?:'|’)s really you",
        r"\byour browser made us think you (?:were|are|might be) a bot",
        r"^you(?:'|’)re a power user moving|^you(?:'|’)ve disabled (?:cookies|javascript)",
        r"^a third-party browser plugin",
        r"^after completing the captcha|^press (?:&|and) hold|^slide to|^drag the",
        r"^(?:are you|i(?:'|’)m not|sorry, we just need to make sure you(?:'|’)re not) a robot",
        r"\bbelieve you are using automation tools|^reference id\b|^(?:incident|request|"
        r"error) id\b",
        r"^(?:this may happen|this might happen|that might happen) (?:as a result of|because|if)",
        r"^please make sure (?:that )?(?:your browser supports|javascript and cookies|you are not)",
        r"^(?:javascript|cookies?) (?:is|are) (?:disabled|not supported) (?:or|by)",
        r"^protected by anubis|^you are seeing this because the administrator",
        r"^sorry, you have been blocked|^you are unable to access|^why have i been blocked",
        r"^this website is using a security service|^what can i do to resolve this",
        r"^the action you just performed|^you can email the site owner|^there are several actions",
        r"^to discuss automated access|^type the characters you see",
        r"^ihr browser wird|^(?:verifizieren|bestätigen) sie, dass sie ein mensch",
        r"^(?:veuillez )?(?:vérifie[zr]|confirme[zr]) que vous êtes",
        r"^(?:verifica|confirma|verifique|confirme) que (?:eres|você|usted|es|sou)",
        r"사람인지 확인|请验证您是真人|人間であることを確認|تحقق من أنك إنسان",
    ),
    _COOKIES: _any(
        r"^(?:(?:this|our) (?:web)?site|we)(?:,? (?:and|along with) (?:our )?.{0,60}?partners,?|"
        r",.{0,60}?,)? (?:uses?|stores?|process|would like|value|care|need|may|also|and)\b"
        r".{0,200}\b(?:cookies?|privacy|consent|device|personal data|partners)\b",
        r"^(?:please )?(?:accept|allow|reject|decline|refuse|manage|customi[sz]e|set|review)"
        r"(?: or reject)?(?: all| only)? (?:the |non-)?(?:essential |necessary |optional |your )*"
        r"(?:cookies?|preferences|choices|settings|purposes|partners)",
        r"^(?:by|if you) (?:click|continu|clos|select|us)\w*\b.{0,160}"
        r"(?:cookies?|agree|consent|privacy|terms)",
        r"^you (?:can|may) (?:change|withdraw|manage|choose|accept|opt|exercise|find|review|set|"
        r"freely|object|also|click)\b.{0,200}(?:consent|choices?|preferences?|settings|cookies?|"
        r"partners|opt|privacy)",
        r"^your (?:privacy|choices?|consent|personal data|preferences|data|device)\b",
        r"^(?:these|those|some|such|our|strictly necessary|performance|functional|targeting|"
        r"marketing|analytics|advertising|essential|necessary) (?:partners|cookies|technologies|"
        r"vendors|choices)\b",
        r"^(?:store|use|create|select|measure|understand|develop|match|link|identify|save|deliver|"
        r"ensure)\b.{0,60}\b(?:information on a device|profiles|advertising|ads?|content"
        r"|audiences|services|data|devices|privacy choices|security)\b",
        r"^(?:cookies?|privacy)(?: and privacy)? (?:notice|policy|settings|preferences|"
        r"statement|cent(?:er|re))$|^list of (?:partners|vendors)|^(?:always active|vendors)$",
        r"^they (?:are|do not|don(?:'|’)t|may|allow|help|enable)\b.{0,200}(?:cookies?|visits|"
        r"advert\w*|site|information|preferences)",
        r"^before you continue|^we value your privacy|^we care about your privacy",
        r"^wir(?: und unsere .{0,40}partner)? (?:verwenden|nutzen|benötigen|setzen)"
        r".{0,160}(?:cookies|partner|einwilligung|daten)",
        r"^(?:mit klick|mit einem klick|durch klicken|sie können ihre|ihre (?:privatsphäre|"
        r"einwilligung|daten)|diese (?:web)?seite verwendet cookies)",
        r"^(?:nous|notre site|ce site|avec votre accord)\b.{0,160}cookies?",
        r"^(?:en (?:cliquant|poursuivant)|vous pouvez (?:modifier|retirer|accepter|paramétrer)|"
        r"vos choix|votre vie privée)",
        r"^(?:utilizamos|usamos|nosotros|este sitio|esta web|nuestros socios)\b.{0,160}cookies",
        r"^(?:utilizziamo|usiamo|noi e|questo sito)\b.{0,160}cookie",
        r"^(?:al hacer clic|cliccando|puedes (?:cambiar|aceptar)|tu privacidad)",
        r"쿠키를 사용|クッキーを使用|cookieを使用|使用\s*cookie|نستخدم ملفات تعريف الارتباط",
    ),
    _LOGIN: _any(
        r"^(?:please )?(?:sign|log) ?in (?:to|with|or|using|below|here|now)\b",
        r"^(?:you (?:must|need to|have to)|you(?:'|’)ll need to) (?:be )?(?:sign|log)(?:ged)? ?in",
        r"^(?:i )?forgot(?:ten)? (?:your |my )?(?:password|username|account)",
        r"^(?:don(?:'|’)t|do not) have an account|^already (?:have an account|a (?:member|"
        r"subscriber))",
        r"^(?:create|register for) (?:an?|your)(?: free| new)? account|^new (?:to|user|here)\b",
        r"^(?:sign|log) ?up (?:for|to|with|now|here)|^(?:continue|sign in|log in) with \w+$",
        r"^(?:keep me|stay) (?:signed|logged) in|^remember (?:me|this device)|"
        r"^reset (?:your )?pass",
        r"^enter your (?:e-?mail|user ?name|password|credentials|phone)",
        r"^(?:this (?:page|content|area|site) is )?(?:only available|restricted|for|reserved)"
        r" (?:to|for)? ?(?:registered|logged-in|members|subscribers)",
        r"^by (?:signing|logging|creating|continuing|clicking)\b.{0,120}(?:agree|terms|polic)",
        r"^(?:bitte )?(?:melden sie sich|anmelden um|passwort vergessen|noch kein konto)",
        r"^(?:connectez-vous|mot de passe oublié|se connecter|pas encore de compte)",
        r"^(?:inicia(?:r)? sesión|¿?(?:has )?olvid(?:ó|aste|ado) (?:su|tu|la) contraseña|accedi)",
        r"로그인(?:이 필요|하세요)|비밀번호(?:를)? 찾기|ログインして(?:ください|続)|请(?:先)?登录|"
        r"忘记密码"
        r"|تسجيل الدخول|نسيت كلمة",
    ),
    _ERROR: _any(
        r"^(?:error )?(?:40[0-9]|410|451|50[0-9])\b(?: error|:| -|,|$| not| page| forbidden| bad"
        r"| internal| service| gateway)",
        r"^(?:oops|uh[- ]oh|whoops|ooops|sorry|we(?:'|’)re sorry)(?:[,:]? (?:but )?(?:we|you|"
        r"something|"
        r"there (?:was|is|has)|nothing|no|an error)\b.{0,80}|[,:]?)$",
        r"^(?:sorry,? |we(?:'|’)re sorry,? )?(?:but )?(?:the|this|that|your requested) "
        r"(?:requested )?(?:page|content|article|resource|url|site|link|file|document|video|"
        r"account)"
        r"(?: (?:that )?you(?:(?:'|’)| a)re? (?:are )?(?:looking for|requested|trying to \w+))?"
        r"(?: you (?:requested|followed|were looking for))?,? "
        r"(?:could(?: ?not|n(?:'|’)t)|can(?:not|(?:'|’)t)|was(?: ?not|n(?:'|’)t)|"
        r"does(?: ?not|n(?:'|’)t)|is(?: ?not|n(?:'|’)t| no longer| currently un| temporarily un)|"
        r"may (?:have|be)|might (?:have|be)|has (?:been|moved|expired)|no longer|isn)",
        r"^(?:the |this )?page (?:was )?(?:not found|can(?:not|(?:'|’)t) be found|does not exist)",
        r"^(?:we|the server) (?:could ?n(?:o|(?:'|’))t|can(?:no|(?:'|’))t|were unable to|"
        r"are unable to)"
        r" (?:find|locate)",
        r"^it (?:looks|seems|appears) (?:like|as if|that)? ?(?:nothing|the page|you|we|this page)",
        r"^(?:you don(?:'|’)t have|you do not have) (?:permission|access)|^access (?:is )?denied",
        r"^(?:please )?(?:check the (?:url|address|spelling)|try (?:again|searching|going|"
        r"refreshing)|"
        r"go (?:back|to the home)|return to|back to (?:the )?home|use the search|visit (?:our|"
        r"the) home)",
        r"^(?:internal server error|service unavailable|bad gateway|forbidden|not found|"
        r"gateway time-?out|something went wrong|an error (?:has )?occurred|(?:temporarily )?"
        r"down for maintenance|we(?:'|’)ll be (?:right )?back|we are (?:currently )?"
        r"(?:down|performing|undergoing))",
        r"^this (?:domain|account) (?:name )?(?:is|may be|has been) (?:for sale|parked|suspended)",
        r"^(?:diese |die )?(?:angeforderte |gesuchte |gewünschte )?seite (?:wurde |konnte |"
        r"existiert )"
        r"?nicht|^seite nicht gefunden|^leider (?:konnte|wurde|existiert)",
        r"^(?:cette |la )?page (?:que vous|introuvable|demandée|n(?:'|’)existe)|^désolé",
        r"^(?:la )?página (?:que|no|solicitada)|^lo sentimos|^(?:la )?pagina (?:che|non|richiesta)",
        r"페이지를 찾을 수 없|ページ(?:が|は)見つかりません|页面不存在|找不到(?:该|此|您)?.{0,8}页|"
        r"您访问的页面|الصفحة (?:غير موجودة|التي)",
    ),
    _SHELL: _any(
        r"^(?:you need to|please|we(?:'|’)re sorry but .{0,40}) ?(?:enable|turn on|doesn(?:'|"
        r"’)t work)"
        r".{0,40}javascript",
        r"^javascript (?:is|must be) (?:required|disabled|not available|enabled|turned off)",
        r"^(?:this|our) (?:app|application|page|site|website) (?:requires|needs|works best with) "
        r"(?:javascript|a (?:modern|newer) browser)",
        r"^we(?:'|’)ve detected that javascript",
        r"^please (?:update|upgrade|switch to|use) (?:your|a) .{0,20}browser|^loading$",
    ),
}
"""By kind of page, what its sentences and lines say."""

LABEL = _any(
    r"e-?mail(?: address)?|user ?name|password|passwort|mot de passe|contraseña|submit|continue|"
    r"next|"
    r"ok(?:ay)?|yes|no|close|cancel|accept|reject|agree|i agree|decline|home(?:page)?|search|menu|"
    r"help|contact(?: us)?|privacy(?: policy)?|terms(?: of (?:use|service))?|sign (?:in|up)|"
    r"log ?(?:in|out)|register|subscribe|about(?: us)?|back|more|learn more|details|settings|"
    r"or|and|language|english|cookies?(?: policy)?|legal|imprint|©.{0,40}|copyright.{0,40}|"
    r"all rights reserved"
)
"""Lines that any page may have, and that say nothing."""

TITLES = {
    _BOT: _any(
        r"just a moment|nur einen moment|un instant|un momento|attention required|"
        r"(?:are you|i(?:'|’)m not) a robot|robot check|bot (?:check|verification)|"
        r"(?:human|security|captcha|browser) (?:verification|check|challenge)|"
        r"access to this page has been denied|pardon our interruption|ddos-guard|"
        r"making sure you(?:'|’)re not a bot|please wait|verify(?:ing)? (?:that )?you are human|"
        r"client challenge|checking your browser"
    ),
    _COOKIES: _any(
        r"before you continue(?: to .{0,30})?|cookie (?:consent|wall)|your privacy choices|"
        r"we value your privacy|manage consent"
    ),
    _LOGIN: _any(
        r"(?:sign|log) ?in(?: (?:to|required|page).{0,40})?|login|log ?on|member login|"
        r"authentication required|anmelden|anmeldung|connexion|iniciar sesión|accedi|로그인|"
        r"ログイン|登录|تسجيل الدخول"
    ),
    _ERROR: _any(
        r"(?:error )?(?:40[0-9]|410|50[0-9])(?: error)?[ :,-]*(?:(?:page )?not found|error|"
        r"forbidden|"
        r"unauthori[sz]ed|bad request|bad gateway|internal server error|service unavailable|"
        r"(?:page )?gone)?|"
        r"(?:page|file|article|content) (?:not found|unavailable|no longer available|missing)|"
        r"not found|page (?:can(?:not|(?:'|’)t) be|does not exist).{0,20}|"
        r"access denied|internal server error|bad gateway|service unavailable|"
        r"site maintenance|under maintenance|account suspended|this domain is for sale|"
        r"seite nicht gefunden|page (?:introuvable|non trouvée)|página no encontrada|"
        r"pagina non trovata|페이지를 찾을 수 없(?:습니다|음)|ページが見つかりません|页面不存在|"
        r"الصفحة غير موجودة"
    ),
}
"""By kind of page, what its title is, or a part of it between dashes."""
