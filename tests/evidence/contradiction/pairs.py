"""Pairs of statements, made by hand: contradictions of each kind, and look-alikes that are none.

The first half was looked at while the check was written and its thresholds set; the second half
was written together with it and only counted. Each pair is (language, one, other, kind), the kind
empty for a look-alike.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from costorm_widget.evidence.disputes import DisputeKind

    Pair = tuple[str, str, str, DisputeKind | None]

FIRST_HALF: tuple[Pair, ...] = (
    (
        "en",
        "The bridge cost 42 million euros to build.",
        "Building the bridge cost 61 million euros.",
        "number",
    ),
    (
        "en",
        "About 12 percent of the city's trees died in the drought of 2018.",
        "The drought of 2018 killed 31 percent of the city's trees.",
        "number",
    ),
    (
        "en",
        "The reactor was switched on in 1974.",
        "The reactor was first switched on in 1979.",
        "number",
    ),
    (
        "en",
        "The flood destroyed 340 houses in the valley.",
        "In the valley, 1,200 houses were destroyed by the flood.",
        "number",
    ),
    (
        "en",
        "A cup of green tea contains about 30 mg of caffeine.",
        "A cup of green tea contains between 70 and 90 mg of caffeine.",
        "number",
    ),
    ("en", "The tunnel is 7.3 kilometres long.", "The tunnel has a length of 11 km.", "number"),
    ("ko", "이 다리의 길이는 320미터이다.", "이 다리의 길이는 510미터이다.", "number"),
    ("de", "Die Brücke ist 320 Meter lang.", "Die Brücke ist 510 Meter lang.", "number"),
    (
        "en",
        "Vitamin C prevents the common cold.",
        "Vitamin C does not prevent the common cold.",
        "negation",
    ),
    (
        "en",
        "The vaccine was tested on children before it was approved.",
        "The vaccine was not tested on children before approval.",
        "negation",
    ),
    (
        "en",
        "Heart attacks become more frequent after the spring change.",
        "After the spring change heart attacks show no significant increase.",
        "negation",
    ),
    (
        "en",
        "There is evidence that the herb lowers blood pressure.",
        "There is no evidence that the herb lowers blood pressure.",
        "negation",
    ),
    ("en", "The mayor knew of the leak.", "The mayor did not know of the leak.", "negation"),
    ("zh", "这座桥在战争中被炸毁。", "这座桥在战争中没有被炸毁。", "negation"),
    (
        "en",
        "Street lighting increases crime in the evening.",
        "Street lighting reduces crime in the evening.",
        "stance",
    ),
    (
        "en",
        "The new bypass improved air quality in the old town.",
        "Air quality in the old town worsened after the new bypass opened.",
        "stance",
    ),
    (
        "en",
        "The sweetener is safe for pregnant women.",
        "The sweetener is harmful to pregnant women.",
        "stance",
    ),
    ("en", "Farmers supported the law.", "The law was opposed by farmers.", "stance"),
    # Look-alikes.
    (
        "en",
        "Unemployment stood at 4 percent in 2015.",
        "Unemployment stood at 9 percent in 2010.",
        None,
    ),
    (
        "en",
        "The bridge cost about 42 million euros to build.",
        "Building the bridge cost 41.8 million euros.",
        None,
    ),
    ("en", "Rents rose by 5 percent in Berlin.", "Rents rose by 11 percent in Munich.", None),
    (
        "en",
        "Smoking rates fell among men to 20 percent.",
        "Smoking rates fell among women to 12 percent.",
        None,
    ),
    (
        "en",
        "Coffee does not only wake people up, it lowers the risk of diabetes.",
        "Coffee wakes people up and lowers the risk of diabetes.",
        None,
    ),
    ("en", "The ferry no longer runs on Sundays.", "The ferry ran on Sundays until 2004.", None),
    (
        "en",
        "Between 20 and 40 percent of patients relapse within a year.",
        "About 30 percent of patients relapse within a year.",
        None,
    ),
    (
        "en",
        "Street lighting reduces crime in the evening.",
        "Street lighting increases energy use in the evening.",
        None,
    ),
    ("en", "Exercise reduces stress.", "Lack of exercise increases stress.", None),
    (
        "en",
        "The dam produces 300 megawatts of power.",
        "The dam holds 900 million cubic metres of water.",
        None,
    ),
    (
        "en",
        "More than 1,000 people visited the museum on its first day.",
        "On its first day the museum was visited by 1,450 people.",
        None,
    ),
    (
        "en",
        "The castle was hardly damaged in the war.",
        "The castle was damaged in the war, but only slightly.",
        None,
    ),
    (
        "en",
        "The lake does not freeze in mild winters.",
        "The lake freezes in cold winters.",
        None,
    ),
    (
        "en",
        "The drug is effective against malaria.",
        "The drug is ineffective against viruses.",
        None,
    ),
    ("en", "Wages rose in the first quarter.", "Wages fell in the third quarter.", None),
    ("en", "He was elected in 1998 and again in 2002.", "He was first elected in 1998.", None),
    ("ko", "2019년에 방문객은 300만 명이었다.", "2015년에 방문객은 120만 명이었다.", None),
    ("zh", "北京的人口约为2100万人。", "上海的人口约为2500万人。", None),
)

SECOND_HALF: tuple[Pair, ...] = (
    (
        "en",
        "Roughly 200,000 people attended the parade.",
        "Only 45,000 people attended the parade.",
        "number",
    ),
    ("en", "The treaty was signed in 1921.", "The treaty was signed in 1925.", "number"),
    (
        "en",
        "Solar panels convert about 20 percent of the sunlight into electricity.",
        "Solar panels turn no more than 9 percent of sunlight into electricity.",
        "number",
    ),
    (
        "en",
        "The company paid 3 billion dollars for the mine.",
        "The mine was bought by the company for 800 million dollars.",
        "number",
    ),
    (
        "en",
        "Bees visit about 50 flowers on one trip.",
        "A bee visits about 400 flowers on one trip.",
        "number",
    ),
    (
        "en",
        "Trams carry 35 percent of all passengers in the city.",
        "The share of passengers in the city who use trams is 18 percent.",
        "number",
    ),
    ("zh", "这座桥长320米。", "这座桥长510米。", "number"),
    ("fr", "Le pont mesure 320 mètres de long.", "Le pont mesure 510 mètres de long.", "number"),
    (
        "en",
        "Homework improves the grades of pupils in primary school.",
        "Homework does not improve the grades of primary school pupils.",
        "negation",
    ),
    (
        "en",
        "The painting was signed by the artist.",
        "The artist never signed the painting.",
        "negation",
    ),
    (
        "en",
        "Wind farms lower the price of houses nearby.",
        "Studies found no effect of wind farms on the price of nearby houses.",
        "negation",
    ),
    ("en", "The river contains lead.", "The river contains no lead.", "negation"),
    (
        "en",
        "Mobile phones cause brain tumours.",
        "Mobile phones do not cause brain tumours, according to the largest study.",
        "negation",
    ),
    ("ko", "이 약은 아이들에게 안전하다.", "이 약은 아이들에게 안전하지 않다.", "negation"),
    (
        "en",
        "Minimum wages raise unemployment among the young.",
        "Minimum wages lower unemployment among the young.",
        "stance",
    ),
    (
        "en",
        "Speed cameras prevent accidents on rural roads.",
        "Speed cameras cause accidents on rural roads.",
        "stance",
    ),
    ("en", "Residents welcomed the new stadium.", "Residents rejected the new stadium.", "stance"),
    (
        "en",
        "Robbery became more common after the curfew.",
        "After the curfew, robbery became rarer.",
        "stance",
    ),
    # Look-alikes.
    (
        "en",
        "The population was 2 million in 1950.",
        "The population was 5 million in 1990.",
        None,
    ),
    ("en", "The stadium holds 60,000 people.", "The stadium holds 59,800 people.", None),
    ("en", "Sales grew by 8 percent in France.", "Sales grew by 3 percent in Spain.", None),
    (
        "en",
        "Among children under five, 10 percent are affected.",
        "Among adults, 25 percent are affected.",
        None,
    ),
    ("en", "The plan is not only cheap but also quick.", "The plan is cheap.", None),
    (
        "en",
        "The factory no longer uses coal.",
        "The factory used coal for sixty years.",
        None,
    ),
    ("en", "The journey takes two to four hours.", "The journey takes about 3 hours.", None),
    (
        "en",
        "Insulation lowers heating costs.",
        "Insulation raises the value of a house.",
        None,
    ),
    ("en", "Low rainfall reduces the harvest.", "Heavy rainfall increases the harvest.", None),
    (
        "en",
        "The tower is 120 metres high.",
        "The tower stands 40 metres from the river.",
        None,
    ),
    (
        "en",
        "At least 15 people were injured in the crash.",
        "In the crash, 22 people were injured.",
        None,
    ),
    (
        "en",
        "Few doctors believe that the diet works.",
        "Doctors do not believe that the diet works.",
        None,
    ),
    ("en", "The shop does not open on Sundays.", "The shop opens on Saturdays.", None),
    ("en", "The paint is safe for toys.", "The paint is dangerous for fish.", None),
    ("en", "Prices rose in spring.", "Prices fell in autumn.", None),
    (
        "en",
        "The school was founded in 1880 and rebuilt in 1911.",
        "The school was rebuilt in 1911.",
        None,
    ),
    ("ko", "서울의 평균 기온은 12도이다.", "부산의 평균 기온은 15도이다.", None),
    ("zh", "这种药不但有效，而且安全。", "这种药有效，而且安全。", None),
)
