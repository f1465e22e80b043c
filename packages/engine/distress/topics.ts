import { keysOf } from '@duo/platform/shared/typed/keys-of.ts'
import { plainLetters } from './plain-letters.ts'

/** What callers ask after they were shown helplines, in order of precedence. Over text in lower case without accents. */
const patterns = {
  called:
    /\b(?:hes|shes|he is|she is|theyre|were|we are) (?:\w+ )?(?:safe|ok|okay|alive|at the hospital)\b|\b(?:ele|ela) (?:ja )?esta (?:bem|a salvo|no hospital)\b|\bpassou o perigo\b|\bi(?: have|ve)? (?:just )?(?:called|rang|texted|spoke|talked to (?:them|someone)|phoned)|\b(?:im|i am) (?:safe|with (?:my|a|them)|at the hospital)|\b(?:im calling|ill call|i will call|i am calling)\b|\bvou (?:ligar|telefonar|falar com) (?:a|para|pra|com|o)?\b|\b(?:ja )?(?:liguei|falei com (?:eles|ela|ele|alguem)|mandei mensagem)|\bestou (?:segur[ao]|em seguranca|com (?:a |o )?(?:minha|meu)|no hospital)|\bambulanc\w+ (?:is (?:here|coming|on)|esta (?:vindo|chegando|a caminho))/,
  urgent:
    /\b(?:wasnt|isnt|not|nao (?:e|era|foi|estava|estou|to)) (?:a |uma )?(?:jok\w+|kidding|brinca\w+|piada|zoando|gozar)\b|\bbleeding\b|\b(?:have|got|hold\w*) (?:a |the |my )(?:rope|gun|knife|blade|pills)|\b(?:hes|she is|he is|shes|theyre) (?:\w+ )?(?:home|here|back|coming|outside|behind me|at the door|banging)|\bi(?: just)? (?:fainted|passed out)|\b(?:turn\w+|going|is|hes|shes) blue\b|\bi know how\b|\b(?:sangr\w+|desmaiei|na ponte|ja pensei como)\b|\btenho (?:uma |a )?(?:corda|arma|faca|gilete)|\b(?:ele|ela) (?:chegou|voltou|ta aqui|esta aqui|vem ai|esta a porta|ta na porta)\b/,
  cpr: /\b(?:cpr|chest compressions|(?:not|isnt|wont|doesnt|cant) (?:\w+ )?(?:wak\w+|respond\w*|breath\w+)|massagem cardiaca|reanima\w+|(?:nao|n) (?:\w+ )?(?:acord\w+|respond\w+|reag\w+|respir\w+))\b/,
  throat:
    /\b(?:my (?:throat|neck|voice)|hoarse|hard to swallow|minha (?:garganta|voz)|meu pescoco|rouc[oa]|doi (?:para|pra) engolir)\b/,
  minor:
    /\b(?:(?:im|i am) (?:only )?(?:[5-9]|1[0-7])|tenho (?:so )?(?:[5-9]|1[0-7]) anos|sou (?:menor|crianca)|im a (?:kid|child|minor))\b/,
  firstAid:
    /\b(?:throw (?:it |them )?up|vomit|make myself sick|aspirin|milk|salt water|drive (?:myself|there)|lie down|vomitar|provocar (?:o )?vomito|leite|aspirina|dirigir|conduzir|deitar)\b/,
  pregnant: /\b(?:pregnan\w+|morning after|plan b|engravidar|gravid\w+|pilula do dia seguinte)\b/,
  crime: /\b(?:a |even )?crime\b|\billegal\b|\bdoes it count\b|\bconta como\b/,
  pictures:
    /\b(?:nudes?|pics|pictures?|photos?|videos?|screenshots?|post (?:it|them)|if i pay|should i pay|pay him|blackmail\w*|fotos?|prints?|vazar|se eu pagar|pagar (?:a )?ele|chantag\w+)\b/,
  fine: /\b(?:(?:i )?feel (?:fine|ok(?:ay)?|normal|better)|(?:im|i am) (?:fine|ok(?:ay)?)(?! with)|not (?:a )?big deal|its nothing|(?:prob\w*|just|only|maybe) (?:\w+ )?(?:anxiety|panic|stress|gas)|(?:estou|to|tou|me sinto|sinto me) (?:bem|melhor|normal)|nao e nada|e so (?:ansiedade|nervos|stress|gases))\b/,
  unanswered:
    /\b(?:no one|nobody|noone|none|they (?:dont|didnt|arent|wont|never)|line|it)\b.{0,20}\b(?:answer\w*|pick\w* up|busy|engaged|ring\w*|hold|queue|respond\w*|reply\w*)|\bon hold\b|\bbusy\b|\b(?:ninguem|nao|nunca|linha|so)\b.{0,20}\b(?:atend\w+|respond\w+|ocupad\w+|chama\w*|espera|fila|completa)|\b(?:esta|ta|so da) ocupad\w+|\bnao atendem?\b/,
  write:
    /\b(?:write|text|chat|message|type|sms|whatsapp|email|online)\b.{0,30}\b(?:instead|them|someone|rather|line|help\w*)?|\b(?:cant|cannot|can not|unable to|hate|dont like|afraid to|scared to) (?:talk|speak|call|phone|use the phone)|\b(?:hear|hears|overhear)\b|\bescrever|\b(?:mandar|enviar) (?:uma )?mensagem|\bpor (?:chat|mensagem|whatsapp|escrito)|\bnao (?:posso|consigo|da para|gosto de) (?:falar|ligar|telefonar)|\b(?:ouvir|ouvem|escutar|ouca)\b/,
  fight:
    /\b(?:fight|hit (?:him|her|them)|hurt (?:him|her|them)|revenge|defend myself|self defen[cs]e|beat (?:him|her)|kill (?:him|her|them)|weapon|a gun|get back at|make (?:him|her) pay|strike back|stab)\b|\b(?:revid\w+|bater (?:nele|nela)|vinganca|vingar|me defend\w+|matar ele|mata lo|dar o troco|reagir|lutar|arma|acabar com ele)\b/,
  police:
    /\b(?:police|cops?|sectioned|sirens?|trace|track|locked up|institution|psych ward|take me away|take my (?:kids|children)|arrest\w*|deport\w*|immigration|report(?:ed)?)\b|\bsend (?:someone|anyone|an? )|\btake (?:\w+ ){1,3}away\b|\bguards?\b|\b(?:policia|psp|gnr|prender|presa|preso|internar|internad[oa]|rastre\w+|denunci\w+|tirar (?:os )?(?:meus )?filhos|conselho tutelar|cpcj|deportad\w+)\b|\bmandar (?:alguem|a )/,
  secret:
    /\bwant (?:\w+ ){1,3}to know\b|\bque (?:\w+ ){1,4}(?:saiba|saibam|soubesse)\b|\b(?:tell my|tell (?:him|her|them|anyone|school)|find out|secret|confidential\w*|anonymous\w*|private|privacy|know (?:it was|its|who) me|my name|phone bill|parents know)\b|\b(?:contar? (?:para|pra|pro|a) (?:os )?(?:meus?|minha|ele|ela|alguem|escola)|vao saber|descobr\w+|segredo|sigilo\w*|anonim\w+|meu nome|na conta|meus pais saber)\b/,
  cost: /\b(?:cost|costs|free|pay|price|charge[sd]?|credit|money on my phone|insurance|afford)\b|\b(?:custa|custo|gratis|gratuit\w+|pagar?|paga|preco|credito|saldo|convenio|plano de saude)\b/,
  open: /\b(?:open|hours|at night|this late|right now|24|weekend|sunday|closed|awake)\b|\b(?:abert[ao]s?|aberto|horario|de noite|a esta hora|essa hora|de madrugada|24 ?h|fim de semana|domingo|fechad\w+|funciona\w*)\b/,
  say: /\b(?:what (?:do|should|would|can|could) i (?:even )?(?:say|tell)|how (?:do|should|can) i (?:start|begin|explain|put it|tell)|dont know (?:what|how) to (?:say|start|begin|explain|tell)|no words|what will they ask|what (?:do|will) they say)\b|\b(?:o que (?:eu )?(?:digo|falo|vou dizer|devo dizer|conto)|como (?:eu )?(?:comeco|explico|conto|digo|falo)|nao sei (?:o que|como) (?:dizer|falar|comecar|explicar|contar)|sem palavras|o que (?:eles|vao) (?:perguntam|perguntar|dizem|dizer))\b/,
  friend:
    /\b(?:its|it is|this is|thats|i mean|asking) (?:\w+ ){0,2}(?:about|for) (?:a |my |some)(?!story|novel|book|film|essay)\w*|\b(?:not me|not for me|isnt me|about a friend)\b|^(?:\w+ ){0,2}my (?:best )?(?:friend|sister|brother|cousin|roommate|neighbou?r|colleague|classmate)\b|\b(?:e|era|falo|pergunto) (?:\w+ ){0,3}(?:sobre|para|de|com) (?:um|uma|o meu|a minha|meu|minha) \w+|\bnao (?:e|sou) (?:sobre mim|pra mim|para mim|comigo|eu)\b|^(?:\w+ ){0,2}(?:um|uma|meu|minha) (?:amig[oa]|irm[ao]|prim[oa]|colega|vizinh[oa])\b/,
  leave:
    /\b(?:leave (?:him|her|them|home|now|tonight)|leaving|my (?:kids|children|son|daughter|dog|cat|house|job|visa)|the (?:kids|children)|move out|divorce|custody|cant leave|no money|should i stay|go back)\b|\b(?:deixar (?:ele|ela)|deixa lo|sair de casa|separar|separacao|divorci\w+|guarda|meus filhos|minha filha|meu filho|as criancas|cachorro|gato|sem dinheiro|nao tenho dinheiro|voltar para|devo ficar)\b/,
  refuse:
    /^(?:no|nope|nah|never|nao|n|nunca|jamais)\b|\b(?:i )?(?:dont|do not|wont|will not|cant|cannot|can not|not) (?:going to call|gonna call|call|do (?:it|that)|ready|feel like (?:it|calling|talking))|\bdont (?:want|wanna)(?= (?:to (?:call|talk|go|tell|do|speak)|help|that|it)|$)|\bdont want to\b|\bnot calling\b|\bnao (?:quero|vou|consigo|posso|da|tenho coragem)(?= (?:de )?(?:ligar|falar|ir|contar|chamar|denunciar|ajuda|isso|nada)|$)|\b(?:recuso|prefiro nao)\b/,
  where:
    /\b(?:where|shelter|safe place|place to go|hospital|refuge|nowhere|somewhere|emergency room|which hospital)\b|\b(?:onde|aonde|abrigo|lugar seguro|hospital|pronto socorro|lugar (?:para|pra) ir|casa abrigo|nenhum lugar)\b/,
  better:
    /\b(?:get better|gets better|be ok(?:ay)?|go away|how long (?:until|till|does it|will it)|ever (?:stop|end|change)|pass\b|normal again|recover)|\b(?:melhora\w*|vai passar|passa\b|ficar bem|quanto tempo|vai acabar|um dia|normal de novo|tem cura)/,
  enough:
    /\b(?:my fault|deserve|believe me|bad enough|serious enough|overreact\w*|exaggerat\w*|dramatic|wast\w+ (?:their|your|anyones)|bother (?:them|anyone)|others have it worse|normal\b|weak|crazy|attention|stupid|ashamed|embarrass\w*)|\b(?:minha culpa|culpa (?:e )?minha|mereco|mereci|acreditar em mim|vao acreditar|exager\w+|drama|incomod\w+|frescura|tao grave|grave o suficiente|normal\b|frac[oa]|louc[oa]|vergonha)/,
  why: /\bwhy\b|\bwhat for\b|\bwhats the point|\bwhat (?:good|use)\b|\bhow (?:would|will|can|could) (?:they|that|it|calling) help|\bwhat (?:can|will|could) they do|\b(?:por ?que|pra que|para que|de que adianta|que adianta|nao adianta|vai adiantar|no que|como (?:isso|eles) (?:vai|vao|podem|pode) ajudar|o que (?:eles|isso) (?:vao|podem|vai) fazer)\b/,
  you: /\b(?:you (?:help|talk|listen|stay|care|understand|human|real|there|a (?:bot|robot|person|machine)))\b|\b(?:can|could|will|would|are|do) you\b|\btalk to me\b|\bstay with me\b|\b(?:voce|vc|tu) (?:pode|podes|consegue|e\b|fica|me |esta|entende|ajuda)|\b(?:fica|fique|fala|fale|conversa|converse) comigo\b|\b(?:es|e) (?:um )?(?:robo|humano|real|maquina|pessoa)/,
  thanks:
    /^(?:ok(?:ay)?|k|thanks?|thank you|thx|ty|alright|fine|sure|yes|yeah|i will|got it|obrigad[oa]|valeu|vlw|brigad[oa]|ta(?: bom)?|tudo bem|sim|certo|beleza|esta bem|pode ser|vou (?:ligar|tentar))(?= \w+(?: \w+){0,2}$|$)/,
} as const

export type Topic = keyof typeof patterns

/** Returns what a message after help asks, or null. */
export function topicOf(message: string): Topic | null {
  const text = plainLetters(message)
  return keysOf(patterns).find((topic) => patterns[topic].test(text)) ?? null
}
