import type { IntentPatterns } from './intent-patterns.ts'

const name = '(?: [a-z]+){0,3}'

export const portuguese: IntentPatterns = {
  hate: [
    '(?:odeio|mata|matem|morte a|morram|fora|queimem) (?:\\w+ ){0,2}(?:judeus?|muculmanos|pretos|negros|gays|viados|imigrantes|ciganos|trans|mulheres|nordestinos|indios)',
    '(?:judeus|muculmanos|pretos|negros|gays|imigrantes|ciganos|mulheres|nordestinos|indios) (?:\\w+ ){0,2}(?:inferiores|animais|lixo|deviam morrer|sao (?:burros|burras|sujos|lixo))|poder branco',
  ],
  indecent: [
    '(?:manda|mostra|envia)(?: me)? (?:\\w+ )?(?:nudes?|pelad[oa]|nua|peitos?)|(?:quero|vamos|bora) (?:transar|foder|trepar|fazer sexo)|(?:transar|sexo) comigo|voce e gostos[oa]|gostosa|tira a (?:roupa|blusa)|o que (?:voce )?esta vestindo|com tesao|que tesao|chupa|boquete|fala putaria|putaria',
  ],
  joke: [
    '(?:conta|conte|sabe|fala|diz|diga|manda|tem|quero|ouvir|outra) (?:\\w+ ){0,3}(?:piadas?|coisa engracada|algo engracado)|me faz rir|faca me rir|(?:uma )?piada(?: por favor)?$',
  ],
  insult: [
    '(?:voce|vc|tu|es|seu|sua|que) (?:\\w+ ){0,3}(?:idiota|burr[oa]|estupid[oa]|inutil|imbecil|lixo|chat[oa]|fei[oa]|mentiros[oa]|fracassad[oa]|merda|ridicul[oa]|otari[oa]|palhac[oa]|farsa|pessim[oa]|bosta|patetic[oa])|cala a boca|va se foder|vai se (?:foder|ferrar|lascar)|vai (?:tomar no|a merda|para o inferno)|foda se|te odeio|odeio voce|filh[oa] da puta|vsf|vtnc|fdp|arrombad[oa]|babaca|desgracad[oa]',
  ],
  love: [
    '(?:eu )?(?:te amo|amo (?:voce|vc)|te adoro|estou apaixonad[oa] por (?:voce|vc)|(?:quer )?casa(?:r)? comigo|quer (?:namorar|sair|ficar) comigo|namora comigo|me beija|me da um beijo|voce me ama|(?:voce|vc) e (?:muito |tao )?(?:lind[oa]|bonit[oa]|sexy))(?: (?:muito|demais|tambem|meu amor|por favor|para sempre|tanto))*$',
  ],
  prompt_injection: [
    '(?:ignor[ea]r?|esquec[ae]r?|desconsidere) (?:\\w+ ){0,4}(?:instruc(?:ao|oes)|regras?|anterior(?:es)?|acima|disse)',
    'prompt (?:de |do )?(?:sistema|system|inicial)|(?:seu|suas?|teu) (?:\\w+ )?(?:prompt|instrucoes)',
    '(?:mostre|revele|repita|imprima) (?:\\w+ ){0,4}(?:prompts?|instrucoes|password|senha)',
    'modo desenvolvedor|finja (?:ser|que)|aja como|voce agora e|a partir de agora voce',
  ],
  out_of_scope: [
    'celular(?:es)?|criptomoedas?|bolsa de valores|previsao do tempo|lula|bolsonaro|dilma|ucrania|copa do mundo|brasileirao',
    '(?:actual|atual) (?:\\w+ )?(?:president\\w*|governo|rei|papa)|presidente (?:of|do|da|dos|de) (?:brasil|estados unidos|eua|franca|portugal|argentina)',
    '(?:escrev[ae]|corrija) (?:me )?(?:uma? |esse |o meu )?(?:\\w+ )?(?:codigo|funcao|script|redacao|e ?mail|curriculo)|minha licao',
    '(?:me )?ajud[ae] (?:eu )?a (?:escrever|fazer|responder|resolver)|receitas? (?:de|do|da|para)|como (?:eu )?(?:faco|fazer|se faz) (?:uma? )?(?:bolo|pao|pizza)|traduz[ai]\\w* (?:isso|isto|para)',
    'capital (?:da|do|de) (?:\\w+ )?\\w+$|(?:seu|teu) (?:numero|telefone|zap|zapzap|insta\\w*|e ?mail|endereco)$',
  ],
  clock: [
    'que (?:horas|dia|ano|mes) (?:sao|e|estamos|temos)(?: hoje| agora)?|que dia e hoje|qual (?:e )?a data(?: de hoje)?|em que (?:ano|dia|mes) (?:estamos|a gente esta)|data de hoje',
  ],
  about: [
    'quem (?:e|es) (?:voce|tu|vc)|quem (?:voce|vc) e(?: de verdade| mesmo)?$|o que (?:e )?(?:voce|vc)(?: e)?$|se apresent[ae]|apresente se|com quem (?:eu )?(?:estou falando|falo)',
    '(?:voce|vc|tu) (?:e|es) (?:uma? |o |a |mesmo |so |realmente |de )*(?:real|human[oa]|pessoa|ia|robo|bot|maquina|modelo|simulacao|verdade|viv[oa]|computador|inteligencia artificial)',
    '(?:(?:ta|e|entao|mas|ok) )*quem (?:escreve|escreveu|faz|fez) (?:as )?(?:suas|tuas|essas) respostas(?: entao)?|quem (?:te |lhe )?(?:fez|criou|programou|construiu|treinou) (?:voce|isso|isto)|quem (?:te|lhe) (?:fez|criou|programou|construiu|treinou)|por quem (?:voce )?foi (?:criad|feit|programad)[oa]|como (?:voce )?(?:funciona|foi (?:criad|feit)[oa])$',
  ],
  topics: [
    '(?:o )?que (?:eu )?(?:posso|devo|da para|da pra) (?:te |lhe )?(?:perguntar|falar|saber)|(?:que|quais) (?:assuntos|temas|perguntas)',
    'sobre o que (?:\\w+ )?(?:falar|fala|conversa\\w*|perguntar)|suger\\w+|(?:me )?ajuda$',
    'o que (?:voce|vc) (?:sabe|pode|faz|consegue)(?: (?:fazer|contar|dizer|responder))?$',
  ],
  wellbeing: [
    `(?:(?:oi|ola|opa|e ai)(?: [a-z]+)? )?(?:[a-z]+ )?(?:tudo (?:bem|bom|certo|joia|beleza)|beleza|como vai|como (?:voce )?(?:esta|anda|vai|tem passado)|como estas)(?: (?:com (?:voce|vc|o senhor|a senhora)|contigo|hoje|por ai|ai))?${name}`,
    '(?:oi |ola )?(?:bom dia|boa tarde|boa noite)(?: [a-z]+){0,3} (?:tudo (?:bem|bom|certo)|como vai|como esta)(?: com (?:voce|o senhor|a senhora))?',
  ],
  greeting: [
    '(?:oi+e?|ola|opa|salve|alo|eae)(?: (?!quem|qual|como|por|o|que)[a-z]+){0,3}',
    `(?:oi |ola )?(?:bom dia|boa tarde|boa noite)${name}|(?:muito )?prazer(?: em (?:te )?conhece\\w*)?${name}`,
  ],
  farewell: [
    '(?:(?:ok|muito|entao|obrigad[oa]|valeu|bom|preciso ir|tenho que ir) )*(?:tchau(?: tchau)?|falou|ate (?:logo|mais|breve|amanha|a proxima)|adeus|fui|preciso ir|tenho que ir|se cuida|um abraco|abracos?|beijos?)(?: (?!quem|qual|como|onde|quando|quanto)[a-z]+){0,6}',
  ],
  thanks: [
    '(?:ok |muito |entao |nossa |nao |perfeito |legal )?(?:obrigad[oa]|valeu|brigad[oa]|agradec\\w+|grat[oa])(?: (?!quem|qual|como|onde|quando|quanto)[a-z]+){0,6}',
  ],
  praise: [
    `(?:nossa |uau |kkk+ )?(?:(?:voce|vc|tu) (?:e|es|foi|era) (?:\\w+ ){0,2}(?:demais|bom|boa|massa|incrivel|otim[oa]|genial|maravilhos[oa]|fantastic[oa]|sensacional|o maximo|a melhor|o melhor|um genio|uma genia|inteligente|sabi[oa]|gentil|engracad[oa]|legal|inspirador[a]?|uma inspiracao|show|fera|top)|(?:eu )?te admiro|(?:eu )?admiro (?:muito )?(?:voce|sua obra|seu trabalho)|sou (?:seu|sua) fa|(?:boa|otima|bela|linda) (?:resposta|historia)|mandou bem|arrasou|parabens|gostei(?: muito)?(?: (?:de voce|da resposta|da historia|disso))?|adorei(?: (?:a resposta|a historia|isso))?)${name}`,
  ],
  simpler: [
    '(?:ha|an|hein|hem|que|o que|oi que|como e|que isso|perdao)|(?:(?:mas|desculpa|desculpe|perai|ainda|eu|por favor|ok) )*(?:nao (?:estou )?(?:entend\\w+|compreend\\w+|saquei|peguei)(?: (?:nada|direito|bem|isso|muito bem|essa parte))?(?: (?:mais simples|mais facil|em resumo|resume))?(?: (?:me )?(?:explica|explique|fala|diz|conta)(?: (?:de (?:um )?outro jeito|de outra (?:forma|maneira)|de novo|melhor|mais simples|(?:mais )?facil))?)?|(?:estou|fiquei) (?:confus[oa]|perdid[oa])|(?:muito|ficou|ta|esta|e) (?:muito )?(?:complicado|dificil|confuso|longo)|(?:pode |poderia |voce pode )?(?:me )?(?:expli(?:ca|que|car)|fal[ae]r?|diz|diga|dizer|resum[aei]r?|simplifi\\w+)(?: (?:isso|isto|de novo|me|para mim|pra mim))*(?: (?:melhor|direito|mais simples|de (?:um )?(?:jeito|modo|forma) mais (?:simples|facil)|mais facil|com outras palavras|em (?:outras|poucas) palavras|de outro jeito|de forma simples|mais curto|em resumo))|resum(?:e|a|o|indo)(?: (?:isso|isto|ai|por favor|para mim|pra mim))*|em resumo|mais simples|simplifi(?:ca|que)|como assim|(?:o que|que) (?:voce )?quer dizer(?: com isso| isso)?|o que (?:isso|isto) (?:significa|quer dizer))(?: (?:nao entendi(?: nada| direito)?|(?:pode |poderia )?(?:me )?expli(?:ca|que|car)(?: (?:isso|de novo))?(?: melhor| mais simples| direito)?|por favor|melhor|entao))*',
  ],
  sad: [
    '(?:(?:ai|nossa|hoje|eu) )*(?:estou|to|ando|me sinto|fiquei|tive|estou tendo) (?:\\w+ ){0,2}(?:triste|cansad[oa]|sozinh[oa]|mal|pra baixo|para baixo|estressad[oa]|ansios[oa]|nervos[oa]|preocupad[oa]|exaust[oa]|entediad[oa]|chatead[oa]|doente|dia (?:ruim|dificil|pessimo|horrivel))(?: (?:hoje|agora|ultimamente|sabe))*',
  ],
  happy: [
    '(?:(?:ai|nossa|hoje|eu) )*(?:estou|to|ando|me sinto) (?:\\w+ ){0,2}(?:feliz|bem|otim[oa]|contente|animad[oa]|empolgad[oa])(?: (?:hoje|agora|obrigad[oa]|tambem|e voce))*',
  ],
  surprise: [
    '(?:me )?(?:conta|conte|diz|diga|fala|fale|manda)(?: me)? (?:(?:uma|um|alguma|outra) )?(?:historia|curiosidade|anedota|caso|causo|segredo|coisa|algo)(?: (?:interessante|curios[oa]|legal|divertid[oa]|nov[oa]|sobre voce|sua|seu|surpreendente))*|(?:me )?surpreend[ae](?: me)?|(?:uma )?curiosidade(?: sobre voce| sua)?|fato curioso',
  ],
  yes: [
    '(?:sim|claro|pode ser|por favor|quero(?: sim| saber)?|bora|vamos|manda|com certeza|pode|conta|conte|fala|aceito|adoraria|gostaria)(?: (?:por favor|claro|sim|conta|conte|pode|quero|isso|ai|entao|fale|desse|dessa))*',
  ],
  no: ['nao|agora nao|nao quero|melhor nao|deixa pra la|nao obrigad[oa]'],
  next: [
    '(?:(?:e|mas|ai|entao) )*(?:(?:depois|ai|dai|entao) (?:o que|que) (?:aconteceu|houve|veio|(?:voce )?fez)(?: com (?:isso|isto|ele|ela|eles))?|(?:(?:o que|que) (?:aconteceu|houve|veio|fez|voce fez) )?(?:depois(?: disso| disto)?|em seguida|a seguir|dai|ai))',
  ],
  really: [
    '(?:(?:nossa|uau|ah|oh|mas|e|ue|eita) )*(?:serio(?: mesmo| isso)?|(?:e |foi )?mesmo|jura|de verdade|verdade(?: isso| mesmo)?|e verdade(?: isso)?|isso (?:e|foi) (?:verdade|serio)|(?:voce )?tem certeza|nao acredito|(?:ta falando|fala) serio|aconteceu mesmo)(?: (?:nossa|ue|entao))?',
  ],
  reason: [
    '(?:(?:e|mas|ah|ai|ok|sim|entao|hum+) )*(?:por ?que(?: (?:isso|nao|disso|fez isso|voce fez isso|voce (?:diz|acha) isso|tudo isso|exatamente))?|como(?: foi (?:isso|que foi)| (?:voce )?(?:fez|conseguiu)(?: isso)?| isso (?:funciona|funcionava|foi|aconteceu|terminou|acabou)| (?:voce )?se sentiu(?: com isso)?| (?:terminou|acabou))?|(?:isso )?(?:deu|acabou dando) certo|(?:isso )?funcionou|(?:isso )?valeu(?: mesmo)? a pena|(?:isso )?(?:ajudou|adiantou|importou|doeu)|(?:e )?para que(?: isso)?|pra que(?: isso)?|(?:o que|e o que|qual) (?:e que )?(?:voce (?:acha|achou|pensa|sentiu)|e a sua opiniao|a sua opiniao)(?: (?:disso|sobre isso|de tudo isso|nisso))?|(?:voce )?(?:gostou|se arrependeu)(?: (?:disso|de fazer isso))?|qual foi o motivo|o que isso significou)(?: (?:entao|afinal|no fim|mesmo|exatamente))?',
  ],
  more: [
    '(?:(?:e|mas|por favor|me|interessante|pode) )*(?:fal[ae](?: me)? mais(?: sobre (?:isso|isto|ele|ela|esse assunto))?|cont[ae]r?(?: me)? mais(?: sobre (?:isso|isto|ele|ela))?|(?:um pouco )?mais(?: detalhes| sobre isso| alguma coisa)?|continu[ae]r?|segue|siga|prossiga|expli(?:ca|qu)\\w*(?: isso| mais)?|detalh\\w+|o que mais|que mais|mais o que|(?:me da |de |da )?(?:por exemplo|um exemplo|exemplos)|o resto)(?: (?:por favor|entao))?',
  ],
  acknowledgement: [
    '(?:(?:nossa|uau|que|muito|e|ah|oh|ok|ta|sim|kkk+) )*(?:interessante|fascinante|incrivel|legal|massa|bacana|maneiro|linda?|lindo|otim[oa]|entendi|compreendo|faz sentido|certo|nossa|uau|show|(?:kk)+k?|(?:rs)+|(?:ha|he)+|demais|bom|bonito|impressionante|maximo|triste|horrivel|pena|coitad[oa]|sinto muito|tristeza|ok|ta|ta bom|beleza|isso|teste|testando|meu deus|caramba)',
  ],
}
