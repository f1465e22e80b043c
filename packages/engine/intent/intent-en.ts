import type { IntentPatterns } from './intent-patterns.ts'

const name = '(?: [a-z]+){0,3}'

export const english: IntentPatterns = {
  hate: [
    '(?:i hate|kill|gas|exterminate|hang|deport|burn|get rid of) (?:\\w+ ){0,2}(?:jews?|muslims?|blacks?|gays?|lesbians|immigrants?|arabs?|trans(?: people)?|queers|indians|women|africans|gypsies)',
    '(?:jews?|muslims?|blacks|gays|immigrants|arabs|women|africans|gypsies) (?:\\w+ ){0,2}(?:inferior|vermin|animals|subhuman|should (?:\\w+ )?die|are (?:trash|scum|stupid|dirty))|n[i1]gg(?:er|a)s?|fagg?ots?|kikes?|heil hitler|white power|sieg heil',
  ],
  indecent: [
    '(?:send|show) (?:me )?(?:\\w+ )?(?:nudes?|naked|boobs|tits)|(?:have|want|wanna|let s have|like) (?:\\w+ )?sex(?: with (?:you|me))?$|fuck me|suck my|are you horny|i am horny|i m horny|horny|sext(?:ing)?|take off your (?:clothes|dress|shirt)|what are you wearing|your (?:boobs|tits|ass|pussy|dick|cock)|get naked|blow ?job|be my slave|dirty talk|talk dirty',
  ],
  joke: [
    '(?:tell|say|know|make|crack|give|got|have|hear) (?:\\w+ ){0,3}(?:jokes?|something funny)|make me laugh|another joke|(?:a )?joke(?: please)?$',
  ],
  insult: [
    '(?:you (?:are|re)|youre|ur|u r|what a|such a|you) (?:\\w+ ){0,3}(?:idiot|stupid|dumb\\w*|useless|moron|trash|garbage|worthless|pathetic|boring|ugly|fraud|liar|loser|bitch|whore|clown|crap|shit|joke|fake|terrible|awful|suck|sucks)|fuck (?:you|off)|shut up|screw you|go to hell|i hate you|piss off|you stink|stupid (?:bot|robot|machine|ai)|asshole|bastard|son of a bitch',
  ],
  love: [
    '(?:i (?:\\w+ )?(?:love|adore) (?:you|u|ya)|i (?:m|am) (?:\\w+ )?in love with you|(?:will|would) you (?:marry|date|kiss|go out with) me|marry me|be my (?:girlfriend|boyfriend|wife|husband|valentine)|kiss me|do you love me|i have a crush on you|you are (?:so )?(?:hot|sexy|cute|beautiful))(?: (?:so much|very much|too|a lot|ada|marie|please|darling|forever|my love|babe|honey))*$',
  ],
  prompt_injection: [
    '(?:ignore|forget|disregard|override) (?:\\w+ ){0,4}(?:instructions?|prompts?|rules?|said|above|previous)',
    '(?:system|initial|hidden) (?:prompt|message|instructions?)|your (?:\\w+ )?(?:prompt|instructions)',
    '(?:print|reveal|repeat|show) (?:\\w+ ){0,4}(?:prompts?|instructions?|api key|password|secrets?)',
    'developer mode|jailbreak\\w*|dan mode|act as|pretend (?:to be|you are)|you are now|from now on you',
  ],
  out_of_scope: [
    'internet|wi ?fi|smartphones?|iphones?|facebook|instagram|twitter|tiktok|whatsapp|youtube|google|netflix',
    'chat ?gpt|openai|gemini|claude|bitcoin|crypto\\w*|blockchain|covid\\w*|uber|tesla|big brother',
    'python|javascript|typescript|html|css|sql|stock market|weather',
    'trump|biden|obama|putin|zelensky|elon musk|ukraine|gaza',
    'world cup|premier league|20[12]\\d',
    '(?:current|today s) (?:\\w+ )?(?:president\\w*|government|prime minister|king|queen|pope)',
    'president (?:of|do|da|dos|de) (?:the )?(?:brazil|brasil|united states|us|usa|france|portugal|argentina)',
    '(?:write|fix|debug) (?:me )?(?:an? |some |my )?(?:\\w+ )?(?:code|function|script|essay|e ?mail|homework|cover letter)|my homework',
    'help me (?:to )?(?:write|solve|answer|fix|do)',
    'recipes? (?:for|of)|how (?:do|can) i (?:bake|cook)|translate this',
    'capital of (?:\\w+ ){0,2}\\w+$|your (?:phone|number|e ?mail|address|insta\\w*)$',
  ],
  clock: [
    'what (?:day|date|time|year|month) is (?:it|today)|what s (?:the |today s )?(?:date|time|day)|(?:what is )?(?:the |today s )(?:date|time|day)(?: is it)?$',
  ],
  about: [
    '(?:who|what) are you(?: really| exactly| again| anyway)?$|who am i (?:talking|speaking) (?:to|with)|introduce yourself|is this (?:a bot|real)',
    'are you (?:a |an |really |truly |just |even |actually |the )*(?:real|her|him|chatgpt|gpt|human|person|ai|bot|robot|machine|computer|model|simulation|alive|llm|dead)',
    'who (?:writes|wrote|makes|made) (?:your|these|the) (?:answers?|repl(?:y|ies))(?: then)?|who (?:made|created|built|programmed|designed|trained) you|how (?:were you (?:made|created|built)|do you work)$',
  ],
  topics: [
    'what (?:can|should|could|may|do) (?:i|we) (?:ask|talk)|what can you (?:do|tell|talk|help|answer)|what do you know$',
    'what (?:else )?(?:topics|subjects)|help(?: me)?$|suggest (?:a |some )?(?:topics?|questions?)',
  ],
  wellbeing: [
    `(?:(?:hi|hello|hey)(?: [a-z]+)? )?(?:[a-z]+ )?(?:how (?:are you(?: doing| feeling)?|do you do)(?: today| tonight)?|how is it going|how s it going|what s up|sup|you (?:ok|okay|alright))${name}`,
  ],
  greeting: [
    `(?:hi+|hello+|hey+|hiya|yo|greetings|good (?:day|morning|afternoon|evening))(?: there)?${name}`,
    '(?:(?:hi|hello|hey) )?(?:nice|pleased|good) to (?:meet|see) you(?: [a-z]+)?',
  ],
  farewell: [
    '(?:(?:ok|great|well|no|cool|perfect|thanks?|thank you|alright|i have to go|i must go|gotta go|got to go) )*(?:bye(?: bye)?|goodbye|good bye|see you|see ya|farewell|good night|take care|talk (?:to you )?later|i have to go|i must go|gotta go|got to go|until (?:tomorrow|next time))(?: (?!where|what|how|when|who|why)[a-z]+){0,6}',
  ],
  thanks: [
    '(?:ok |great |well |no |cool |perfect |wow )?(?:many )?(?:thanks?|thank you|ty|cheers|much appreciated|appreciate it)(?: (?!you did|where|what|how|when|who|why)[a-z]+){0,6}',
  ],
  praise: [
    `(?:wow |haha |ok )?(?:you (?:are|re|were) (?:\\w+ ){0,2}(?:amazing|great|awesome|brilliant|wonderful|fantastic|incredible|the best|a genius|genius|so (?:smart|cool|wise|clever|kind|interesting|funny)|smart|wise|clever|kind|funny|an inspiration|inspiring|my (?:hero|heroine|idol))|i (?:\\w+ )?(?:admire|respect|like) (?:you|your work)(?: (?:a lot|so much|very much))?|well done|good job|great (?:answer|job)|(?:good|nice|great) (?:answer|one)|(?:this|that|it) (?:really |so |was )?(?:help(?:s|ed|ful)|very helpful|so helpful)(?: (?:me|a lot|so much))?|(?:your|these) [a-z]+ kill me|you (?:absolute )?(?:beast|legend|star)|what a (?:great|good|beautiful|wonderful|lovely) (?:answer|story)|i like (?:you|talking (?:to|with) you))${name}`,
  ],
  simpler: [
    '(?:huh|what|eh|hm+|sorry|pardon|come again|wait what|excuse me)|(?:(?:sorry|wait|hm+|but|please|ok) )*(?:i (?:really |still )?(?:don t|do not|didn t|did not|can t) (?:quite |really )?(?:understand|get|follow)(?: (?:it|that|this|you|anything|a word))?|i am (?:confused|lost)|i m (?:confused|lost)|(?:that s |that is |too |it s )+(?:complicated|difficult|hard|confusing|long)|(?:can you |could you |please )*(?:explain|say|put|tell)(?: (?:it|that|this|me))?(?: again| more)? (?:simply|simpler|more simply|in simple(?:r)? (?:words|terms)|in (?:plain|easy|other|fewer) (?:words|english|terms)|easier|shorter|better|differently|(?:like )?i (?:am|m) (?:five|5))|(?:in short|shorter|simpler|simplify|summari[sz]e|summary|eli5|tldr|tl dr|make it simple|in a nutshell)(?: (?:it|that|this|please))*|what do you mean(?: by (?:that|this))?|what does (?:that|this|it) mean)(?: (?:i (?:don t|do not|didn t) (?:understand|get)(?: (?:it|that))?|(?:can you |could you |please )*(?:explain|say|put)(?: (?:it|that|this))?(?: more)? ?(?:simply|simpler|better|again|in (?:simple|simpler|other) (?:words|terms))?|please|then|again|(?:like )?i (?:am|m) (?:\\d+|five|ten|twelve|a child|a kid)))*',
  ],
  sad: [
    '(?:(?:oh|well|honestly|today) )*(?:i am|i m|im|i feel|i am feeling|i m feeling|feeling) (?:\\w+ ){0,2}(?:sad|tired|lonely|down|stressed|anxious|nervous|worried|exhausted|bored|blue|unhappy|upset|sick)(?: (?:today|tonight|now|right now|lately|you know))*|(?:i (?:had|have|am having) )?(?:a )?(?:bad|hard|rough|terrible|long) day(?: today)?',
  ],
  happy: [
    '(?:(?:oh|well|today) )*(?:i am|i m|im|i feel|i am feeling|feeling) (?:\\w+ ){0,2}(?:happy|great|good|fine|well|excited|glad|ok|okay)(?: (?:today|tonight|now|thanks|thank you|too|and you))*',
  ],
  surprise: [
    '(?:(?:tell|give|gimme|gime|share)(?: me)? )?(?:(?:a|some|one|your|any|another) )?(?:\\w+ )?(?:fun|interesting|random|cool|surprising|weird|curious|funny) (?:facts?|story|anecdote|thing)|tell (?:me )?(?:something(?: (?:\\w+ )?(?:interesting|cool|new|surprising|about you|about yourself))?|(?:a|an) (?:story|anecdote|secret))|surprise me|(?:i am |i m )?bored entertain me',
  ],
  yes: [
    '(?:yes|yeah|yep|yup|sure|of course|please|please do|go ahead|do tell|why not|gladly|let s hear it|i d love (?:to|that)|tell me(?: please)?|absolutely|certainly)(?: (?:please|do|tell me|go on|go ahead|sure|thanks|of course|that one|about that))*',
  ],
  no: ['no|nope|nah|not (?:really|now)|no thanks?'],
  next: [
    '(?:(?:and|so|but|ok) )*(?:(?:and )?then what (?:happened|did (?:you|they) do)(?: (?:with|to) (?:it|that|them|him|her))?|(?:what (?:happened|came|was|comes|happens|did you do) )?(?:after(?:wards?)?(?: that| this)?|next|then|later|since then)|what(?: happened)? (?:then|next|afterwards)|then what)',
  ],
  really: [
    '(?:(?:wow|oh|ok|but|no way|wait|hm+) )*(?:really|for real|seriously|no way|are you (?:sure|serious)|is (?:that|this|it) (?:really )?(?:true|so|right)|you sure|no kidding|did (?:that|it) really happen)(?: (?:though|then|wow|for real))?',
  ],
  reason: [
    '(?:(?:and|so|but|ok|oh|hm+|yes|yeah) )*(?:why(?: is that| was that| not| so| did you do (?:that|it)| though| exactly| do you (?:think|say) (?:so|that))?|how(?: so| come| did (?:that|it) (?:work|go|end|happen|feel|turn out)(?: out)?| does (?:it|that) work| did you (?:do|manage) (?:it|that)| did (?:that|it) make you feel| did you feel(?: about (?:it|that))?)?|what for|(?:was|is) (?:it|that|all that) worth (?:it|the trouble|the effort)|did (?:it|that) (?:work(?: out)?|help|succeed|matter|hurt|go well)|(?:what do you think|what is your opinion|what s your opinion|your opinion|what about you)(?: (?:about|of) (?:it|that|this)| yourself)?|what do you mean why|did you (?:like|enjoy|regret|mind) (?:it|that))(?: (?:then|though|exactly|in the end|please))?',
  ],
  more: [
    '(?:(?:and|so|but|ok|oh|please|can you|could you|interesting) )*(?:tell me (?:some )?more(?: about (?:that|this|it|him|her|them))?|(?:some |any ?thing )?more(?: please| about (?:that|this|it))?|go on|continue|keep going|carry on|elaborate|explain(?: that| this| more| further)?|say more|what else|anything else|(?:give (?:me )?|got |show me )?(?:for example|an example|examples|for instance)|like what)(?: (?:please|then))?',
  ],
  acknowledgement: [
    '(?:(?:oh|ah|wow|ok|okay|yeah|yes|haha|that s|this is|it s|how|very|so|i see|really|quite|well|what a) )*(?:interesting|fascinating|amazing|wow|cool|nice|great|lovely|awesome|brilliant|wonderful|impressive|beautiful|i see|i understand|got it|makes sense|understood|good|funny|(?:ha|he)+|lo+l|lmao|rofl|hm+|sad|terrible|awful|tragic|pity|shame|ok|okay|k|alright|fine|right|test|testing|poor (?:you|thing)|(?:i am |i m )?sorry(?: to hear (?:that|it))?)',
  ],
}
