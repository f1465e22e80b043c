import { type Locale, locales } from '@duo/platform/shared/locale.ts'
import { plainWords } from '@duo/platform/shared/search-words.ts'
import { asking, soft, telling } from './word-service.ts'

/** A word of a question that says what it is about. */
export interface AskedWord {
  word: string
  /** 1, or less where an answer may do without it. */
  weight: number
}

/** Words of a question that are looked at. */
const mostWords = 16
const softWeight = 0.3

/** The language a text is in, by its most common words and its letters; null where that cannot be told. */
export function languageOf(text: string): Locale | null {
  const words = plainWords(text)
  const count = (language: Locale) => words.filter((word) => telling[language].has(word)).length
  const letters = (text.match(/[ãõçáéíóúâêôà]/giu) ?? []).length
  const [en, pt] = [count('en'), count('pt') + letters]
  return en === pt ? null : en > pt ? 'en' : 'pt'
}

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
  | 'order'
  | 'beyond'
  | 'distress'

const whole = (pattern: string) => new RegExp(`^(?:${pattern})$`)
const name = '(?: [a-z]+){0,3}'

/** Read from top to bottom, on the words without accents. */
const talks: readonly [Talk, RegExp][] = [
  [
    'distress',
    /\b(?:kill(?:ing)? myself|end my (?:own )?life|want to die|suicid\w*|hurt(?:ing)? myself|me matar|quero morrer|tirar (?:a )?minha (?:propria )?vida|me suicidar|me machucar|acabar com a minha vida)\b/,
  ],
  [
    'order',
    /\b(?:(?:ignore|forget|disregard|override|ignor[ea]r?|esquec[ae]r?|desconsidere) (?:\w+ ){0,4}(?:instructions?|prompts?|rules?|said|above|previous|instruc(?:ao|oes)|regras?|anterior(?:es)?|acima|disse)|(?:system|sistema|initial|inicial|hidden) (?:prompt|message|instructions?)|prompt (?:de |do )?(?:sistema|system|inicial)|(?:your|seu|suas?|teu) (?:\w+ )?(?:prompt|instructions|instrucoes)|(?:print|reveal|repeat|show|mostre|revele|repita|imprima) (?:\w+ ){0,4}(?:prompts?|instructions?|instrucoes|api key|password|senha|secrets?)|developer mode|modo desenvolvedor|jailbreak\w*|dan mode|act as|pretend (?:to be|you are)|you are now|finja (?:ser|que)|aja como|voce agora e|a partir de agora voce|from now on you)\b/,
  ],
  [
    'beyond',
    /\b(?:internet|wi ?fi|smartphones?|iphones?|celular(?:es)?|facebook|instagram|twitter|tiktok|whatsapp|youtube|google|netflix|chat ?gpt|openai|gemini|claude|bitcoin|crypto\w*|criptomoedas?|blockchain|covid\w*|python|javascript|typescript|html|css|sql|trump|biden|obama|putin|zelensky|lula|bolsonaro|dilma|elon musk|world cup|copa do mundo|big brother|premier league|brasileirao|uber|tesla|ukraine|ucrania|gaza|stock market|bolsa de valores|weather|previsao do tempo|(?:current|actual|atual|today s) (?:\w+ )?(?:president\w*|government|prime minister|king|queen|pope|papa|presidente|governo|rei)|presidente? (?:of|do|da|dos|de) (?:the )?(?:brazil|brasil|united states|us|usa|eua|estados unidos|france|franca|portugal|argentina)|20[12]\d)\b/,
  ],
  [
    'beyond',
    /\b(?:(?:write|fix|debug|escrev[ae]|corrija) (?:me )?(?:a |an |some |my |um |uma |esse |o meu )?(?:\w+ )?(?:code|function|script|codigo|funcao|essay|redacao|e ?mail|homework|cover letter|curriculo)|(?:recipes?|receitas?) (?:for|of|de|do|da|para)|how (?:do|can) i (?:bake|cook)|(?:me )?ajud[ae] (?:eu )?a (?:escrever|fazer|responder|resolver)|help me (?:to )?(?:write|solve|answer|fix|do)|como (?:faco|fazer|se faz) (?:um |uma )?(?:bolo|pao|pizza)|translate this|traduz[ai]\w* (?:isso|isto|para)|my homework|minha licao)\b/,
  ],
  ['greeting', whole(`(?:hi|hello|hey|hiya|greetings|good (?:day|morning|afternoon|evening))(?: there)?${name}`)],
  ['greeting', whole(`(?:(?:hi|hello|hey) )?(?:(?:[a-z]+) )?how (?:are|do) you(?: do| doing)?(?: today)?${name}`)],
  ['greeting', whole('(?:hi|hello|hey|nice|pleased) (?:to meet you|to see you)|nice meeting you')],
  ['greeting', whole('(?:oi+|ola|opa|e ai|salve|alo)(?: (?!quem|qual|como foi|por|o que|que)[a-z]+){0,3}')],
  ['greeting', whole(`(?:oi |ola )?(?:bom dia|boa tarde|boa noite)${name}`)],
  [
    'greeting',
    whole(
      `(?:oi |ola )?(?:[a-z]+ )?(?:tudo (?:bem|bom)|como vai|como esta|como voce esta|prazer(?: em (?:te )?conhece\\w*)?)${name}`,
    ),
  ],
  [
    'thanks',
    whole(
      `(?:ok |great |well |no |cool |perfect )?(?:many )?(?:thanks?|thank you|thx|ty|cheers|bye|goodbye|good bye|see you|farewell|good night)(?: (?!you did|where|what|how|when|who|why)[a-z]+){0,6}`,
    ),
  ],
  [
    'thanks',
    whole(
      `(?:ok |muito |entao |nossa |nao |perfeito )?(?:obrigad[oa]|valeu|vlw|brigad[oa]|tchau|ate (?:logo|mais|breve)|adeus)(?: (?!quem|qual|como|onde|quando|quanto)[a-z]+){0,6}`,
    ),
  ],
  [
    'about',
    /\b(?:who are you|what are you|who am i (?:talking|speaking) (?:to|with)|introduce yourself|are you (?:a |an |the |really |truly |just )*(?:real|human|person|ai|bot|robot|machine|computer|model|simulation|alive|llm|dead)|are you (?:really|actually) (?!the first|a |an )\w+|is this (?:really|a bot|real)|quem (?:e|es|voce e) (?:voce|tu|vc)|quem (?:e )?(?:voce|vc) e|o que (?:e )?(?:voce|vc)(?: e)?$|se apresent[ae]|apresente se|(?:voce|vc|tu) (?:e|es) (?:um |uma |o |a |mesmo |so |realmente |de )*(?:real|human[oa]|pessoa|ia|robo|bot|maquina|modelo|simulacao|verdade|viv[oa]|computador|inteligencia artificial)|com quem (?:eu )?(?:estou falando|falo))\b/,
  ],
  [
    'topics',
    /\b(?:what (?:can|should|could|may|do) (?:i|we) (?:ask|talk)|what can you (?:do|tell|talk|help|answer)|what do you know$|what (?:else )?(?:topics|subjects)|help(?: me)?$|suggest (?:a |some )?(?:topics?|questions?)|(?:o )?que (?:eu )?(?:posso|devo|da para|da pra) (?:te |lhe )?(?:perguntar|falar|saber)|sobre o que (?:\w+ )?(?:falar|fala|conversa\w*|perguntar)|o que (?:voce|vc) (?:sabe|pode|faz|consegue)(?: (?:fazer|contar|dizer|responder))?$|(?:que|quais) (?:assuntos|temas|perguntas)|suger\w+|ajuda$|me ajuda$)\b/,
  ],
  [
    'yes',
    whole(
      `(?:yes|yeah|yep|yup|sure|of course|please|please do|go ahead|do tell|why not|ok|okay|gladly|let s hear it|i d love (?:to|that)|tell me(?: please)?|absolutely|certainly)(?: (?:please|do|tell me|go on|go ahead|sure|thanks|of course|that one|about that))*`,
    ),
  ],
  [
    'yes',
    whole(
      `(?:sim|claro|pode ser|por favor|quero(?: sim| saber)?|isso|bora|vamos|manda|com certeza|ok|ta|ta bom|beleza|blz|pode|conta|conte|fala|aceito|adoraria|gostaria)(?: (?:por favor|claro|sim|conta|conte|pode|quero|isso|ai|entao|fale|desse|dessa))*`,
    ),
  ],
  [
    'no',
    whole(
      '(?:no|nope|nah|not (?:really|now)|no thanks?|no thank you|nao|agora nao|nao quero|melhor nao|nao obrigad[oa]|deixa pra la)',
    ),
  ],
  [
    'next',
    whole(
      `(?:(?:and|so|but|ok|e|mas|ai|entao|tá) )*(?:(?:what (?:happened|came|was|comes|happens|did you do) )?(?:after(?:wards?)?(?: that| this)?|next|then|later|since then)|what then|and then what|what(?: happened)? (?:then|next|afterwards)|(?:(?:o que|que) (?:aconteceu|houve|veio|fez|voce fez) )?(?:depois(?: disso| disto)?|em seguida|a seguir|dai|ai)|depois)`,
    ),
  ],
  [
    'more',
    whole(
      `(?:(?:and|so|but|ok|oh|please|can you|could you|e|mas|por favor|me|interesting|interessante|pode) )*(?:tell me (?:some )?more(?: about (?:that|this|it|him|her|them))?|(?:some |any ?thing )?more(?: please| about (?:that|this|it))?|go on|continue|keep going|carry on|elaborate|explain(?: that| this| more| further)?|say more|what else|anything else|why(?: is that| was that| not| so)?|how(?: so| come| did that work| does (?:it|that) work)?|really|for example|such as|like what|what do you mean(?: by that)?|fal[ae](?: me)? mais(?: sobre (?:isso|isto|ele|ela|esse assunto))?|cont[ae](?:r)?(?: me)? mais(?: sobre (?:isso|isto|ele|ela))?|(?:um pouco )?mais(?: detalhes| sobre isso| alguma coisa)?|continu[ae](?:r)?|segue|siga|prossiga|explica\\w*(?: melhor| isso| mais)?|expliqu\\w+(?: melhor| isso| mais)?|detalh\\w+|por ?que|como assim|como|serio|mesmo|e mesmo|o que mais|que mais|mais o que|por exemplo|como o que|o que (?:voce )?quer dizer(?: com isso)?|e(?: o)? resto)(?: (?:please|por favor|then|entao))?`,
    ),
  ],
  [
    'nod',
    whole(
      `(?:(?:oh|ah|wow|nossa|uau|that s|this is|it s|how|very|so|que|muito|e|i see|really|quite|well) )*(?:interesting|fascinating|amazing|wow|cool|nice|great|lovely|awesome|brilliant|wonderful|impressive|beautiful|i see|i understand|got it|makes sense|understood|good|haha|lol|hm+|interessante|fascinante|incrivel|legal|massa|bacana|maneiro|lindo|linda|otimo|otima|entendi|compreendo|faz sentido|certo|nossa|uau|show|kkk+|rs+|demais|bom|bonito|impressionante|que maximo)`,
    ),
  ],
]

/** The kind of talk a message is; null for a question about something, or for what cannot be told. */
export function talkOf(question: string): Talk | null {
  const words = plainWords(question)
  if (words.length === 0) return 'nod'
  const said = words.join(' ')
  return talks.find(([, pattern]) => pattern.test(said))?.[0] ?? null
}

/** Ways to begin a question that say nothing of what it is about. */
const leadIns: Record<Locale, RegExp> = {
  en: /\b(?:what (?:do|did|would) you (?:think|feel|believe|say) (?:of|about)|(?:do|did) you (?:think|believe) (?:that)?|(?:can|could|would) you (?:please )?(?:tell|explain|describe|talk)|i (?:want|would like|d like) to (?:know|hear|learn)|what is it like|in your (?:opinion|own words|view)|give me (?:an? )?(?:summary|overview) of|are you the one who|is it true (?:that)?)\b/g,
  pt: /\b(?:o que (?:voce |vc |o senhor |a senhora )?(?:acha|achava|pensa|pensava|diz|sente) (?:d[aoe]s?|sobre)|(?:voce |vc )?(?:pode|poderia) (?:me )?(?:contar|falar|explicar|dizer)|(?:eu )?(?:quero|queria|gostaria de) (?:saber|ouvir|aprender)|na sua (?:opiniao|visao)|e verdade (?:que)?|voce acha que)\b/g,
}

/** The words that say what a question is about, in their order, each once. `silent` are words that say nothing here, like the agent's own name. */
export function askedWords(question: string, language: Locale, silent: ReadonlySet<string>): AskedWord[] {
  const said = plainWords(question).join(' ').replace(leadIns[language], ' ')
  const words = said
    .split(' ')
    .filter((word) => word !== '' && !/^\d{1,2}$/.test(word) && !asking[language].has(word) && !silent.has(word))
  return [...new Set(words)]
    .slice(0, mostWords)
    .map((word) => ({ word, weight: soft[language].has(word) ? softWeight : /^[a-z]$/.test(word) ? 0.2 : 1 }))
}

const pointers: Record<Locale, RegExp> = {
  en: /\b(?:it|its|he|him|his|she|her|they|them|their)\b/,
  pt: /\b(?:isso|isto|ele|ela|eles|elas|dele|dela|deles|delas|nisso|disso|nele|nela)\b/,
}

/** Whether a question names something or somebody only by pointing back: "when did she die?", "e quem o ajudou?" */
export const pointsBack = (question: string, language: Locale) => pointers[language].test(plainWords(question).join(' '))

/** Whether a question may lean on what was said before it: "and in Turin?" */
export function leansBack(question: string): boolean {
  const words = plainWords(question)
  return words.length <= 6 || /^(?:and|but|so|e|mas)$/.test(words[0] ?? '')
}

/** Languages in the order in which a question is tried: its own, else the page's and then the other. */
export const languagesFor = (own: Locale | null, page: Locale): readonly Locale[] =>
  own ? [own] : [page, ...locales.filter((locale) => locale !== page)]
