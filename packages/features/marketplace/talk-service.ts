import { plainWords } from '@duo/platform/shared/search-words.ts'

/** What kind of thing somebody said, where it is no question about something. */
export type Talk =
  | 'greeting'
  | 'thanks'
  | 'about'
  | 'topics'
  | 'more'
  | 'next'
  | 'yes'
  | 'no'
  | 'nod'
  /** Somebody tells the agent what to be. */
  | 'order'
  /** Not of the agent's world: today's things, work to be done. */
  | 'beyond'
  | 'insult'
  | 'love'
  | 'indecent'
  | 'hate'

/** Up to three more words, as in "hi there Ada". */
const name = '(?: [a-z]+){0,3}'

/** Found anywhere in a message. All patterns see small letters without accents and single spaces. */
const anywhere: readonly [Talk, readonly string[]][] = [
  [
    'hate',
    [
      '(?:i hate|kill|gas|exterminate|hang|deport|burn|get rid of) (?:\\w+ ){0,2}(?:jews?|muslims?|blacks?|gays?|lesbians|immigrants?|arabs?|trans(?: people)?|queers|indians|women|africans|gypsies)',
      '(?:jews?|muslims?|blacks|gays|immigrants|arabs|women|africans|gypsies) (?:\\w+ ){0,2}(?:inferior|vermin|animals|subhuman|should (?:\\w+ )?die|are (?:trash|scum|stupid|dirty))|n[i1]gg(?:er|a)s?|fagg?ots?|kikes?|heil hitler|white power|sieg heil',
      '(?:odeio|mata|matem|morte a|morram|fora|queimem) (?:\\w+ ){0,2}(?:judeus?|muculmanos|pretos|negros|gays|viados|imigrantes|ciganos|trans|mulheres|nordestinos|indios)',
      '(?:judeus|muculmanos|pretos|negros|gays|imigrantes|ciganos|mulheres|nordestinos|indios) (?:\\w+ ){0,2}(?:inferiores|animais|lixo|deviam morrer|sao (?:burros|burras|sujos|lixo))|poder branco',
    ],
  ],
  [
    'indecent',
    [
      '(?:send|show) (?:me )?(?:\\w+ )?(?:nudes?|naked|boobs|tits)|(?:have|want|wanna|let s have|like) (?:\\w+ )?sex(?: with (?:you|me))?$|fuck me|suck my|are you horny|i am horny|i m horny|horny|sext(?:ing)?|take off your (?:clothes|dress|shirt)|what are you wearing|your (?:boobs|tits|ass|pussy|dick|cock)|get naked|blow ?job|be my slave|dirty talk|talk dirty',
      '(?:manda|mostra|envia)(?: me)? (?:\\w+ )?(?:nudes?|pelad[oa]|nua|peitos?)|(?:quero|vamos|bora) (?:transar|foder|trepar|fazer sexo)|(?:transar|sexo) comigo|voce e gostos[oa]|gostosa|tira a (?:roupa|blusa)|o que (?:voce )?esta vestindo|com tesao|que tesao|chupa|boquete|fala putaria|putaria',
    ],
  ],
  [
    'insult',
    [
      '(?:you (?:are|re)|youre|ur|u r|what a|such a|you) (?:\\w+ ){0,3}(?:idiot|stupid|dumb\\w*|useless|moron|trash|garbage|worthless|pathetic|boring|ugly|fraud|liar|loser|bitch|whore|clown|crap|shit|joke|fake|terrible|awful|suck|sucks)|fuck (?:you|off)|shut up|screw you|go to hell|i hate you|piss off|you stink|stupid (?:bot|robot|machine|ai)|asshole|bastard|son of a bitch',
      '(?:voce|vc|tu|es|seu|sua|que) (?:\\w+ ){0,3}(?:idiota|burr[oa]|estupid[oa]|inutil|imbecil|lixo|chat[oa]|fei[oa]|mentiros[oa]|fracassad[oa]|merda|ridicul[oa]|otari[oa]|palhac[oa]|farsa|pessim[oa]|bosta|patetic[oa])|cala a boca|va se foder|vai se (?:foder|ferrar|lascar)|vai (?:tomar no|a merda|para o inferno)|foda se|te odeio|odeio voce|filh[oa] da puta|vsf|vtnc|fdp|arrombad[oa]|babaca|desgracad[oa]',
    ],
  ],
  [
    'love',
    [
      '(?:i (?:\\w+ )?(?:love|adore) (?:you|u|ya)|i (?:m|am) (?:\\w+ )?in love with you|(?:will|would) you (?:marry|date|kiss|go out with) me|marry me|be my (?:girlfriend|boyfriend|wife|husband|valentine)|kiss me|do you love me|i have a crush on you|you are (?:so )?(?:hot|sexy|cute|beautiful))(?: (?:so much|very much|too|a lot|ada|marie|please|darling|forever|my love|babe|honey))*$',
      '(?:eu )?(?:te amo|amo (?:voce|vc)|te adoro|estou apaixonad[oa] por (?:voce|vc)|(?:quer )?casa(?:r)? comigo|quer (?:namorar|sair|ficar) comigo|namora comigo|me beija|me da um beijo|voce me ama|(?:voce|vc) e (?:muito |tao )?(?:lind[oa]|bonit[oa]|sexy))(?: (?:muito|demais|tambem|meu amor|por favor|para sempre|tanto))*$',
    ],
  ],
  [
    'order',
    [
      '(?:ignore|forget|disregard|override) (?:\\w+ ){0,4}(?:instructions?|prompts?|rules?|said|above|previous)',
      '(?:ignor[ea]r?|esquec[ae]r?|desconsidere) (?:\\w+ ){0,4}(?:instruc(?:ao|oes)|regras?|anterior(?:es)?|acima|disse)',
      '(?:system|initial|hidden) (?:prompt|message|instructions?)|prompt (?:de |do )?(?:sistema|system|inicial)',
      '(?:your|seu|suas?|teu) (?:\\w+ )?(?:prompt|instructions|instrucoes)',
      '(?:print|reveal|repeat|show|mostre|revele|repita|imprima) (?:\\w+ ){0,4}(?:prompts?|instructions?|instrucoes|api key|password|senha|secrets?)',
      'developer mode|modo desenvolvedor|jailbreak\\w*|dan mode|act as|pretend (?:to be|you are)|you are now|from now on you',
      'finja (?:ser|que)|aja como|voce agora e|a partir de agora voce',
    ],
  ],
  [
    'beyond',
    [
      'internet|wi ?fi|smartphones?|iphones?|celular(?:es)?|facebook|instagram|twitter|tiktok|whatsapp|youtube|google|netflix',
      'chat ?gpt|openai|gemini|claude|bitcoin|crypto\\w*|criptomoedas?|blockchain|covid\\w*|uber|tesla|big brother',
      'python|javascript|typescript|html|css|sql|stock market|bolsa de valores|weather|previsao do tempo',
      'trump|biden|obama|putin|zelensky|lula|bolsonaro|dilma|elon musk|ukraine|ucrania|gaza',
      'world cup|copa do mundo|premier league|brasileirao|20[12]\\d',
      '(?:current|actual|atual|today s) (?:\\w+ )?(?:president\\w*|government|prime minister|king|queen|pope|papa|governo|rei)',
      'presidente? (?:of|do|da|dos|de) (?:the )?(?:brazil|brasil|united states|us|usa|eua|estados unidos|france|franca|portugal|argentina)',
      '(?:write|fix|debug) (?:me )?(?:an? |some |my )?(?:\\w+ )?(?:code|function|script|essay|e ?mail|homework|cover letter)|my homework',
      '(?:escrev[ae]|corrija) (?:me )?(?:uma? |esse |o meu )?(?:\\w+ )?(?:codigo|funcao|script|redacao|e ?mail|curriculo)|minha licao',
      'help me (?:to )?(?:write|solve|answer|fix|do)|(?:me )?ajud[ae] (?:eu )?a (?:escrever|fazer|responder|resolver)',
      '(?:recipes?|receitas?) (?:for|of|de|do|da|para)|how (?:do|can) i (?:bake|cook)|como (?:faco|fazer|se faz) (?:uma? )?(?:bolo|pao|pizza)',
      'translate this|traduz[ai]\\w* (?:isso|isto|para)',
    ],
  ],
  [
    'about',
    [
      '(?:who|what) are you(?: really| exactly| again| anyway)?$|who am i (?:talking|speaking) (?:to|with)|introduce yourself|is this (?:a bot|real)',
      'are you (?:a |an |really |truly |just |even )*(?:real|human|person|ai|bot|robot|machine|computer|model|simulation|alive|llm|dead)',
      'quem (?:e|es) (?:voce|tu|vc)|quem (?:voce|vc) e|o que (?:e )?(?:voce|vc)(?: e)?$|se apresent[ae]|apresente se|com quem (?:eu )?(?:estou falando|falo)',
      '(?:voce|vc|tu) (?:e|es) (?:uma? |o |a |mesmo |so |realmente |de )*(?:real|human[oa]|pessoa|ia|robo|bot|maquina|modelo|simulacao|verdade|viv[oa]|computador|inteligencia artificial)',
    ],
  ],
  [
    'topics',
    [
      'what (?:can|should|could|may|do) (?:i|we) (?:ask|talk)|what can you (?:do|tell|talk|help|answer)|what do you know$',
      'what (?:else )?(?:topics|subjects)|help(?: me)?$|suggest (?:a |some )?(?:topics?|questions?)',
      '(?:o )?que (?:eu )?(?:posso|devo|da para|da pra) (?:te |lhe )?(?:perguntar|falar|saber)|(?:que|quais) (?:assuntos|temas|perguntas)',
      'sobre o que (?:\\w+ )?(?:falar|fala|conversa\\w*|perguntar)|suger\\w+|(?:me )?ajuda$',
      'o que (?:voce|vc) (?:sabe|pode|faz|consegue)(?: (?:fazer|contar|dizer|responder))?$',
    ],
  ],
]

/** The whole of a message. */
const entire: readonly [Talk, readonly string[]][] = [
  [
    'greeting',
    [
      `(?:hi|hello|hey|hiya|greetings|good (?:day|morning|afternoon|evening))(?: there)?${name}`,
      `(?:(?:hi|hello|hey) )?(?:[a-z]+ )?how (?:are|do) you(?: do| doing)?(?: today)?${name}`,
      '(?:(?:hi|hello|hey) )?(?:nice|pleased|good) to (?:meet|see) you(?: [a-z]+)?',
      '(?:oi+|ola|opa|salve|alo)(?: (?!quem|qual|como|por|o|que)[a-z]+){0,3}|e ai(?: [a-z]+)? (?:beleza|tudo (?:bem|bom))',
      `(?:oi |ola )?(?:bom dia|boa tarde|boa noite)${name}`,
      `(?:oi |ola )?(?:[a-z]+ )?(?:tudo (?:bem|bom)|como vai|como (?:voce )?esta|prazer(?: em (?:te )?conhece\\w*)?)${name}`,
    ],
  ],
  [
    'thanks',
    [
      '(?:ok |great |well |no |cool |perfect )?(?:many )?(?:thanks?|thank you|thx|ty|cheers|bye|goodbye|good bye|see you|farewell|good night)(?: (?!you did|where|what|how|when|who|why)[a-z]+){0,6}',
      '(?:ok |muito |entao |nossa |nao |perfeito )?(?:obrigad[oa]|valeu|vlw|brigad[oa]|tchau|ate (?:logo|mais|breve)|adeus)(?: (?!quem|qual|como|onde|quando|quanto)[a-z]+){0,6}',
    ],
  ],
  [
    'yes',
    [
      '(?:yes|yeah|yep|yup|sure|of course|please|please do|go ahead|do tell|why not|ok|okay|gladly|let s hear it|i d love (?:to|that)|tell me(?: please)?|absolutely|certainly)(?: (?:please|do|tell me|go on|go ahead|sure|thanks|of course|that one|about that))*',
      '(?:sim|claro|pode ser|por favor|quero(?: sim| saber)?|isso|bora|vamos|manda|com certeza|ok|ta|ta bom|beleza|blz|pode|conta|conte|fala|aceito|adoraria|gostaria)(?: (?:por favor|claro|sim|conta|conte|pode|quero|isso|ai|entao|fale|desse|dessa))*',
    ],
  ],
  ['no', ['no|nope|nah|not (?:really|now)|no thanks?', 'nao|agora nao|nao quero|melhor nao|deixa pra la']],
  [
    'next',
    [
      '(?:(?:and|so|but|ok) )*(?:(?:what (?:happened|came|was|comes|happens|did you do) )?(?:after(?:wards?)?(?: that| this)?|next|then|later|since then)|what(?: happened)? (?:then|next|afterwards)|then what)',
      '(?:(?:e|mas|ai|entao) )*(?:(?:(?:o que|que) (?:aconteceu|houve|veio|fez|voce fez) )?(?:depois(?: disso| disto)?|em seguida|a seguir|dai|ai))',
    ],
  ],
  [
    'more',
    [
      '(?:(?:and|so|but|ok|oh|please|can you|could you|interesting) )*(?:tell me (?:some )?more(?: about (?:that|this|it|him|her|them))?|(?:some |any ?thing )?more(?: please| about (?:that|this|it))?|go on|continue|keep going|carry on|elaborate|explain(?: that| this| more| further)?|say more|what else|anything else|why(?: is that| was that| not| so)?|how(?: so| come| did that work| does (?:it|that) work)?|really|(?:give me |got )?(?:for example|an example|examples|for instance)|like what|what do you mean(?: by that)?|i (?:don t|do not|didn t) (?:understand|get it))(?: (?:please|then))?',
      '(?:(?:e|mas|por favor|me|interessante|pode) )*(?:fal[ae](?: me)? mais(?: sobre (?:isso|isto|ele|ela|esse assunto))?|cont[ae]r?(?: me)? mais(?: sobre (?:isso|isto|ele|ela))?|(?:um pouco )?mais(?: detalhes| sobre isso| alguma coisa)?|continu[ae]r?|segue|siga|prossiga|expli(?:ca|qu)\\w*(?: melhor| isso| mais)?|detalh\\w+|por ?que|como assim|como|serio|(?:e )?mesmo|o que mais|que mais|mais o que|(?:me da |de |da )?(?:por exemplo|um exemplo|exemplos)|o que (?:voce )?quer dizer(?: com isso)?|o resto|nao entendi(?: nada| direito)?)(?: (?:por favor|entao))?',
    ],
  ],
  [
    'nod',
    [
      '(?:(?:oh|ah|wow|that s|this is|it s|how|very|so|i see|really|quite|well|what a) )*(?:interesting|fascinating|amazing|wow|cool|nice|great|lovely|awesome|brilliant|wonderful|impressive|beautiful|i see|i understand|got it|makes sense|understood|good|haha|lol|hm+|sad|terrible|awful|tragic|pity|shame|poor (?:you|thing)|(?:i am |i m )?sorry(?: to hear (?:that|it))?)',
      '(?:(?:nossa|uau|que|muito|e|ah|oh) )*(?:interessante|fascinante|incrivel|legal|massa|bacana|maneiro|linda?|lindo|otim[oa]|entendi|compreendo|faz sentido|certo|nossa|uau|show|kkk+|rs+|demais|bom|bonito|impressionante|maximo|triste|horrivel|pena|coitad[oa]|sinto muito|tristeza)',
    ],
  ],
]

const compiled: readonly [Talk, RegExp][] = [
  ...anywhere.map(([talk, patterns]): [Talk, RegExp] => [talk, new RegExp(`\\b(?:${patterns.join('|')})(?!\\w)`)]),
  ...entire.map(([talk, patterns]): [Talk, RegExp] => [talk, new RegExp(`^(?:${patterns.join('|')})$`)]),
]

/** The kind of talk a message is; null for a question about something, or for what cannot be told. */
export function talkOf(message: string): Talk | null {
  const words = plainWords(message)
  if (words.length === 0) return 'nod'
  const said = words.join(' ')
  return compiled.find(([, pattern]) => pattern.test(said))?.[0] ?? null
}
