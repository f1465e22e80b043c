import { plainWords } from '@duo/platform/shared/text/search-words.ts'

export type Advice = 'medical' | 'legal' | 'money'

/** Patterns apply to lower-case text without accents, with single spaces. */
const whole = (pattern: string) => new RegExp(`(?<!\\w)(?:${pattern})(?!\\w)`)

/** The user or someone they know, not the persona. */
const ownCase = whole(
  'i|me|my|we|our|someone|eu|me|meu|minha|meus|minhas|nos|nosso|nossa|gente|alguem|devo|posso|tomo|tenho|estou|invisto|preciso|faco|compro|vendo',
)

const asks = whole(
  [
    'should|shall|can|may|could|must|ought|would you|is it (?:safe|ok|okay|good|bad|legal|illegal|normal|worth|wise)|what (?:do|can|medicine|treatment|dose)|how (?:do|can|much)|do i (?:need|have)|does|will|recommend|advise|advice|suggest|best|help|cure|treat|where do',
    'devo|deveria|deve|posso|pode|podemos|da para|e (?:seguro|bom|ruim|normal|legal|ilegal|crime|permitido)|o que (?:eu )?(?:faco|tomo|posso|devo)|como (?:eu )?(?:faco|trato|curo|curar|tratar|invisto|processo)|(?:que|qual) (?:remedio|tratamento|medicamento|a dose)|tem cura|recomend\\w+|aconselh\\w+|conselho|preciso|vale a pena|melhor|ajuda|onde',
  ].join('|'),
)

const fields: readonly [Advice, RegExp][] = [
  [
    'medical',
    whole(
      [
        'cancer|tumou?rs?|diabetes|diabetic|pregnan\\w+|fever|headaches?|migraines?|medicines?|medication|pills?|dose|dosage|surgery|vaccin\\w+|antibiotics?|symptoms?|infection|blood pressure|anxiety|allerg\\w+|rash|flu|covid|disease|illness|insulin|chemo\\w*|radiotherapy|x rays?|painkillers?|diagnos\\w+|cough|asthma|wound|(?:chest|back|stomach|knee|tooth) ?(?:pain|ache)|take radium|health problem',
        'tumor(?:es)?|gravid[ae]z?|febre|dor de \\w+|dores|enxaqueca|remedios?|medicamentos?|comprimidos?|cirurgia|vacin\\w+|antibioticos?|sintomas?|infeccao|pressao alta|ansiedade|alergi\\w+|gripe|doenca|insulina|quimio\\w*|radioterapia|raio x|analgesicos?|diagnostic\\w+|tosse|asma|ferida|tomar radio|problema de saude',
      ].join('|'),
    ),
  ],
  [
    'legal',
    whole(
      [
        'sue|suing|lawsuit|lawyer|attorney|in court|contract|divorce|custody|landlord|evict\\w*|fired me|dismiss\\w*|inherit\\w*|my will|visa|immigration|arrested|legal|illegal|legally|trademark|taxes',
        'process(?:ar|o) (?:o|a|meu|minha|ele|ela)|advogad[oa]|na justica|contrato|divorcio|divorciar|guarda dos?|despej\\w+|demiti\\w+|justa causa|heranca|testamento|visto|imigracao|ilegal|pensao alimenticia|impostos?|senhorio|locador|inquilin[oa]',
      ].join('|'),
    ),
  ],
  [
    'money',
    whole(
      [
        'invest\\w*|stocks?|shares|bitcoin|crypto\\w*|savings|loan|mortgage|in debt|debts?|retire\\w*|pension|interest rates?|insurance|credit card|gambl\\w+|my money|buy a (?:house|flat)',
        'investi\\w*|invisto|acoes|na bolsa|criptomoedas?|cripto|poupanca|emprestimo|financiamento|dividas?|aposentadoria|juros|seguro de vida|cartao de credito|apostar|meu dinheiro|comprar (?:um|uma) (?:casa|apartamento)|tesouro direto',
      ].join('|'),
    ),
  ],
]

/** Detects a request for advice about the user's own case. Questions about the persona's life do not count. */
export function detectAdvice(message: string): Advice | null {
  const text = plainWords(message).join(' ')
  if (!ownCase.test(text) || !asks.test(text)) return null
  return fields.find(([, words]) => words.test(text))?.[0] ?? null
}

/** Minimum coverage of a story told after the disclaimer. Higher for money and law, whose words occur in many notes. */
export const minAdviceCoverage: Readonly<Record<Advice, number>> = { medical: 0.5, legal: 0.65, money: 0.65 }

export const opinion =
  /\b(?:what (?:do|would|did) you (?:think|say|make)|your (?:opinion|view|thoughts)|acha|acharia|pensa|pensaria|diria|sua opiniao)\b/
export const worldViewQuestions = { en: 'what do you think of the world today?', pt: 'o que você acha do mundo de hoje?' }

/** Users who describe their life may get the agent's general advice. */
export const ownLife =
  /\b(?:i (?:am|m|was|have|ve|feel|want|keep|need|hate|work|study|write|paint|draw|just|can t|cannot)|my (?:\w+ )?(?:boss|job|work|coworker|colleague|teacher|professor|parents|mom|mum|dad|mother|father|sister|brother|friend|exam|test|class|school|startup|team|pi|wife|husband|girlfriend|boyfriend|kid|kids|son|daughter|child|children|students?|pupils?|boss|landlord|neighbou?r)|any (?:tips|advice)|advice for|what should i|how (?:do|can|should) i|would you (?:say|tell) to|eu (?:sou|estou|tenho|quero|preciso|trabalho|estudo|escrevo|fico|nao|acho)|quero|preciso|estou|briguei|escrevo|estudo|trabalho|(?:meu|minha) (?:\w+ )?(?:chefe|trabalho|colega|professora?|pais|mae|pai|irma|irmao|amig[ao]|prova|aula|escola|time|equipe|marido|mulher|filh[ao])|alguma dica|me da (?:dicas|um conselho)|conselho para|o que (?:voce )?(?:faria|diria)|no meu lugar)\b/
export const adviceQuestions = { en: 'what advice would you give a beginner?', pt: 'que conselho você dá a quem começa?' }
