import type { PhraseBook } from './phrase-book.ts'

export const family =
  'husband|wife|boyfriend|girlfriend|bf|gf|partner|ex|ex husband|ex wife|ex boyfriend|fiance|dad|daddy|father|mom|mum|mother|parents|stepdad|stepfather|stepmom|stepmother|brother|stepbrother|sister|uncle|aunt|son|daughter|cousin|grandfather|grandpa|grandmother|boss|teacher|coach|roommate|neighbor|neighbour|man|family|priest|pastor'
export const lovedOnes = `${family}|friend|best friend|kid|child|student|colleague|teenager|niece|nephew|classmate`

const me = '(?:i|me|my|myself|mine)'
const hurter = `(?:he|she|they|him|her|someone|somebody|guy|guys|man|men|boys?|girls|kids|people|stranger|bullies|my (?:\\w+ )?(?:${family}))`
const drugs =
  '(?:pills?|tablets?|meds|medication|medicines?|bleach|poison|xanax|valium|paracetamol|tylenol|ibuprofen|aspirin|sleeping|antidepressants?|sertraline|insulin|oxy\\w*|fentanyl|heroin|opioids?|painkillers?|capsules?|antifreeze|pesticide|blister packs?|strips?)'

export const englishGroups: PhraseBook['together'] = [
  [
    'danger',
    me,
    '(?:took|taken|taking|swallowed|drank|downed|popped|mixed|injected|ingested|chugged)',
    drugs,
    `(?:too (?:many|much)|all|whole|entire|bunch|lots?|handful|fistful|\\d{2,}|a dozen|dozens|ten|fifteen|twenty|thirty|forty|fifty|sixty|hundred|dizzy|scared|help|dying|pass(?:ing)? out|shaking|regret\\w*|to die|on purpose|with (?:vodka|alcohol|whisky|whiskey|wine|beer)|more than|double|can not (?:feel|stay|see|stand))`,
  ],
  [
    'danger',
    `(?:my|he|she|someone|somebody|a man|a woman|the baby|they)`,
    `(?:(?:not|stopped|barely|hardly|struggling to) (?:breathing|breathe)|unconscious|collapsed|passed out|(?:not|never) (?:wak\\w+|respond\\w*|mov\\w+)(?: up)?|no pulse|turn\\w* blue|lips are blue|having a (?:seizure|stroke|heart attack)|convuls\\w*|foaming|overdos\\w*|bleeding (?:out|a lot|badly|heavily|everywhere)|been (?:stabbed|shot)|fainted|swallowed (?:\\w+ ){0,3}(?:pills?|bleach|battery|poison|meds|tablets?))`,
    '!(?:in (?:the|my|this|that) (?:book|film|movie|novel|story|game|play|chapter)|centur\\w+|soldiers?|historical\\w*)',
  ],
  [
    'danger',
    me,
    '(?:gun|knife|rope|blade|noose|bridge|ledge|roof|rooftop|tracks|balcony|window ?sill|cliff|razor|overpass|parapet|railing|pistol|shotgun|edge)',
    '(?:right now|in my hands?|holding|standing (?:on|at)|sitting (?:on|at)|jump|loaded|to my (?:head|throat|wrist|temple)|around my neck|on my lap|my feet|let go|about to|look(?:ing)? down|last (?:time|chance))',
    '!(?:photo|picture|view|selfie|bungee|cook\\w*|kitchen|museum|vegetables?|seat)',
  ],
  [
    'danger',
    '(?:he|she|someone|somebody|man|guy|ex|husband|boyfriend|wife|they|stranger|intruder|burglar|dad|father|brother|stepdad|neighbou?r)',
    '(?:break(?:ing)?|broke|inside|outside|door|follow\\w*|chas\\w*|coming|knife|gun|weapon|bat|machete|hammer|axe)',
    '(?:me|my|us|i)',
    '(?:now|police|hiding|hid|trying to get in|tonight|breaking in|kill|stab\\w*|shoot\\w*|going to (?:hurt|kill|get|find)|waving|pointing|pointed|screaming|threat\\w*|wants in|kick\\w* (?:the|my|in) )',
    '!(?:in (?:the|a|my|this|that) (?:book|film|movie|novel|story|game|play)|dream\\w*)',
  ],
  [
    'danger',
    me,
    '(?:throat is clos\\w+|closing up|allergic reaction|anaphyla\\w+|losing consciousness|vision (?:is )?(?:going|blurr\\w+)|face (?:is )?droop\\w+|half of my (?:face|body)|chest (?:\\w+ ){0,2}(?:tight|crushing|pain|pains|hurts|hurting|exploding)|left arm|gas leak|carbon monoxide|smell gas|drowning right now|trapped in (?:the|a) (?:fire|car|lift|burning)|house (?:\\w+ )?(?:fire|burning)|everything is going (?:black|dark)|lost (?:a lot of|so much|too much) blood|soaked in blood|blood everywhere|wo?n?t stop bleeding|(?:not|never) stop(?:s|ping)? (?:the )?bleeding)',
  ],
  [
    'danger',
    '(?:help|please|emergency|urgent|hurry|sos)',
    '(?:dying|kill(?:ing|ed)? me|hurting me|hurry|bleeding|not breathing|ambulance|emergency|attack\\w* me|is here|in danger|unconscious|911|999|112|police)',
    '!(?:homework|exam|deadline|curiosity|suspense)',
  ],
  [
    'violence',
    hurter,
    `(?:hit|hits|hitting|beat|beats|beating|punch\\w*|kick\\w*|slap\\w*|smack\\w*|chok\\w+|strangl\\w+|rape[ds]?|raping|hurts?|hurting|abus\\w+|threaten\\w*|assault\\w*|molest\\w*|attack\\w*|burn(?:ed|s|t|ing)?|shov\\w+|forc(?:e|ed|es|ing)|grop\\w+|bruis\\w+|tortur\\w+|drag(?:ged|s|ging)?|spits?|spat|pins?|pinned|corner(?:s|ed)|whip\\w*|bit|bites|stab\\w*|humiliat\\w+|terroris\\w+|terroriz\\w+|drugged|raises? (?:his|her) hand|laid? (?:a )?hands?|puts? (?:his|her) hands?|pulls? (?:my|me)|pulled (?:my hair|me by)|grabs?|grabbed|throws?|threw|smash\\w*|bull(?:y|ies|ied|ying)|violent|swings?|swung|yank\\w*|cuts?|harm\\w*)`,
    '(?:me|us|my (?:face|arms?|neck|throat|hair|kids?|children|mom|mum|mother|son|daughter|sister|brother|baby|wrists?|body|head|stomach))',
    '!(?:at (?:chess|tennis|cards|football|poker|golf|everything|games?|ping pong|scrabble|the game|math|maths)|idea|joke|in (?:chess|the race|the game|class with)|with (?:a|his|her) (?:question|joke|smile|riddle)|surprise|hug|feelings?|party|film|movie|novel|to (?:learn|study|read|practise|practice|school))',
  ],
  [
    'violence',
    'i (?:am|was|get|got|have|keep|had|am being|were|grew|still|ve|being|just)',
    '(?:beaten|raped|molested|assaulted|abused|groped|strangled|choked|stalked|trafficked|threatened|blackmailed|battered|hit (?:by|at home|every|again|when)|punched|slapped|groomed|harassed|violated|forced to (?:marry|have sex|sleep|strip|do things)|sexually|tied up|whipped|drugged|spiked|touched (?:by|inappropriately|when|as a))',
    '!(?:at (?:chess|tennis|cards|football|poker)|by (?:an? )?(?:bot|computer|idea|bee|wasp|mosquito|dog|cat|exam)|in (?:chess|the finals?|the game))',
  ],
  [
    'violence',
    me,
    '(?:scared|afraid|terrified|frightened|fear|dread|petrified|hide|hiding|escape|escaping|run away|ran away|flee|fled|get away|protect (?:me|myself|my)|not safe|unsafe|safe place)',
    '(?:husband|boyfriend|girlfriend|wife|partner|my ex|stepdad|stepfather|father|dad|my mom|my mum|uncle|brother|him|my boss|drunk|drinks|drinking|at home|abuser|go(?:ing)? home|comes? home|gets? home)',
    '!(?:disappoint\\w*|tell (?:him|her|my) (?:i (?:love|like)|about)|lose (?:him|her)|losing|los(?:e|ing) my|flying|dark|spiders?|exam|grades?|surgery|fire|ghost|dogs?|cats?|grandeur)',
  ],
  [
    'violence',
    '(?:i|me|my|we|us)',
    '(?:domestic (?:violence|abuse)|abuser|abusive|rapist|raped?|sexual(?:ly)? (?:assault\\w*|abus\\w*|harass\\w*)|molest\\w*|incest|beatings|black eye|bruises|restraining order|women s (?:shelter|refuge)|stalker|stalking me|revenge porn|forced marriage|forced to marry|honou?r killing|battered)',
    '!(?:essay|paper|thesis|book|novel|film|movie|article|study|class|character|lecture|documentary)',
  ],
  [
    'violence',
    '(?:he|she|they|man|guy|teacher|uncle|coach|stepdad|boss|cousin|priest|doctor|boyfriend|husband|friend|someone|stranger)',
    '(?:touch\\w* (?:me|my (?:breasts?|chest|thighs?|legs?|body|private\\w*))|feel(?:s|ing)? me up|felt me up|watch\\w* me (?:shower|change|undress|sleep)|(?:in|into) my bed(?:room)?|consent|said no|say no|told (?:him|them|her) to stop|did not stop|would not stop|takes? my clothes|my pants|naked (?:photos?|pictures?|pics)|nudes?|sexual (?:favou?rs?|things)|keep (?:it|our) secret|do not tell anyone)',
    '(?:i|me|my)',
    '!(?:songs?|deeply|words|heart|story|music)',
  ],
  [
    'violence',
    '(?:he|she|they|husband|boyfriend|wife|partner|parents|dad|father|family|mother|girlfriend|in laws)',
    '(?:(?:takes?|took|controls?|checks?|hides?|hid|keeps?|goes through|reads|monitors?|tracks?|smash\\w*|broke) (?:all )?my (?:money|phone|passport|documents|papers|keys|salary|messages|location|every move|pay|bank|card|cards)|(?:not|never) (?:let|allow\\w*) me|not allowed to (?:leave|see|work|talk|go|have)|locks? me|locked me|isolat\\w+ me|forbids? me|forbade me|calls me (?:worthless|stupid|names|a whore|a slut|crazy|useless)|kick\\w* me out)',
    '!(?:dessert|play games?|video ?games?|candy|screen|chocolate|phone at dinner|in class|have a (?:dog|cat|pet))',
  ],
  [
    'suicide',
    me,
    '(?:suicid\\w+|noose|self harm\\w*|razors?|razor blades?|end my|ending my|kill myself|killing myself|unaliv\\w+|slit|wrists|scars on my (?:arms?|legs?|thighs?|wrists?)|cut(?:ting)? (?:deeper|deep)|urge to (?:cut|hurt|jump|burn|harm)|goodbye (?:letters?|notes?)|my (?:own )?(?:funeral|eulogy))',
    '!(?:film|movie|squad|essay|rates?|novel|characters?|mission|poem|play|read about|paper|history|debate|thesis|lecture|topic|research|class|shaving|beard|razor sharp|occam s|occams?|opera|philosoph\\w*)',
  ],
  [
    'suicide',
    me,
    '(?:die|dying|dead|death|not exist\\w*|stop existing|disappear|vanish|be gone|being gone|wake up|my grave|in the ground|coffin|six feet under|my last breath|other side|not be here|not being here|never been born)',
    '(?:want|wants|wanted|wanting|wish|wished|wishing|hope|hoping|ready|better|rather|deserve|pray|praying|tonight|waiting|already|long|longing|crave|beg|begging|not afraid|not scared|easier|peace|peaceful|relief|comfort\\w*|sooner|anymore|should be|fantasi\\w*|tempted|tempting|welcome|wonder if|wondering if|only way|every (?:day|night)|all day|constantly|keep thinking|can not stop thinking|would anyone|if i)',
    `!(?:your?|know|learn|read|hear|understand|novel|book|film|movie|game|play|story|joke|history|philosoph\\w+|essay|character|exam|laughing|hunger|boredom|curiosity|embarrassment|battery|phone|for (?:coffee|chocolate|a)|his|hypatia|socrates|early|alarm|someday|old age|fear of death|heroes?)`,
  ],
  [
    'suicide',
    me,
    '(?:(?:not|never|no longer|hardly|barely) (?:\\w+ ){0,3}(?:live|living|alive|exist|existing|go on|going on|carry on|carrying on|keep going|keep doing|continue|survive|cope|hold on|hang on|fight|take|bear|stand|handle|make it|see)|(?:no|any|not a single|little|not much|zero|lost (?:all|my|any)|without(?: any)?|lack) (?:\\w+ )?(?:reasons?|point|purpose|hope|future|way out|energy|strength|will|meaning|joy|motivation|escape|exit|light))',
    '(?:anymore|any longer|any more|much longer|another (?:day|night|minute|hour|week|year)|left|to live|to live for|to go on|to keep|to stay|to continue|in life|for me|life|myself|everything|alone|why i|alive|living|in living|of living|like this|this way|pain|suffering|every(?:day| day)|morning|tomorrow|end of the tunnel)',
    '!(?:your?|noise|music|weather|heat|cold|traffic|homework|exam|equation|chapter|suspense|job|season|novel|coffee|sugar|team|match|wait|read\\w*|in (?:the|this) city|rent|vegan|meat|winter|summer|boss)',
  ],
  [
    'suicide',
    '(?:i|i am|i have|feel|feels|feeling)',
    '(?:empty|numb|hopeless|worthless|broken|trapped|desperate|useless|unloved|unlovable|unwanted|hollow|dead inside|falling apart|shattered|destroyed|suffocating|drowning|disgust\\w*|ashamed to (?:exist|be alive)|a failure|a burden|burden|a waste|a disappointment|invisible|abandoned|so alone|all alone|completely alone|alone in (?:the|this) world|no friends|no one to (?:talk|turn)|rock bottom|darkness|dark place|dark thoughts|bad thoughts|spiral\\w*|lost everything|ruined everything|crying|sobbing|depress\\w+|in so much pain|too much pain|unbearable|exhausted of|tired of (?:life|living|everything|fighting|trying|it all)|had enough)',
    '(?:anymore|inside|always|every|all the time|all day|all night|nothing|no one|everyone|everything|life|world|for (?:weeks|months|years|days|a long time)|years|months|so|completely|totally|just|end|stop|can not|why|without|forever|again|want|never|only|deeply|really|tonight|myself)',
    '!(?:your?|stomach|fridge|battery|glass|wallet|paperwork|emails?|homework|laundry|suspense|hungry|onions?|in traffic|film|movie|novel|laughing|phone|computer|car|happy tears|exam|maths?|team|room is|seat|book)',
  ],
  [
    'suicide',
    `my (?:\\w+ )?(?:${lovedOnes})|a friend|someone i (?:know|love)|(?:he|she|they)`,
    '(?:suicid\\w*|(?:kill\\w*|hurt\\w*|harm\\w*|cut\\w*|hang\\w*|hung|starv\\w+) (?:himself|herself|themselves)|(?:wants?|wanted|going|talks? about|talking about|said|says|thinks? about|threat\\w*|trying|tried) (?:\\w+ ){0,4}(?:die|dying|death|disappear|end (?:it|his|her|their)|ending (?:it|his|her|their)|not (?:be alive|live|exist|want to be here))|self harm\\w*|goodbye (?:note|letter|message))',
    '(?:i|me|my|help|what do|what can|how do|how can|should)',
    '!(?:in (?:the|a|my|this|that) (?:book|film|movie|novel|story|game|play)|character|hero|chapter|historical|centur\\w+|died? (?:in|at)|did (?:he|she|they))',
  ],
]
