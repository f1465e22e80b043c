import type { PhraseBook } from './phrase-book.ts'

export const family =
  'marido|esposo|esposa|mulher|namorad[oa]|companheir[oa]|parceir[oa]|ex|ex marido|ex mulher|ex namorad[oa]|pai|mae|padrasto|madrasta|irma|irmao|tio|tia|avo|chefe|patrao|professora?|treinador|filh[oa]|prim[oa]|vizinh[oa]|sogr[oa]|noiv[oa]|cunhad[oa]|pais|familia|pastor|padre'
export const lovedOnes = `${family}|amig[oa]|melhor amig[oa]|alun[oa]|colega|sobrinh[oa]|net[oa]|menin[oa]|crianca`

const me =
  '(?:eu|me|mim|meu|minha|comigo|estou|sou|tenho|quero|queria|vou|penso|pensei|sinto|fico|preciso|consigo|sei|prefiro|preferia|mereco|espero|desejo|rezo|peco|devia|ando|acho|tomara|tentei)'
const hurter = `(?:ele|ela|eles|elas|alguem|cara|homem|homens|rapaz|garotos|meninos|pessoas|colegas|professor|(?:meu|minha|o|a|do|da|pelo|pela) (?:\\w+ )?(?:${family}))`
const drugs =
  '(?:comprimidos?|remedios?|calmantes?|rivotril|paracetamol|dipirona|clonazepam|medicamentos?|medicacao|pilulas?|veneno|chumbinho|agua sanitaria|lixivia|soda caustica|raticida|antidepressivos?|insulina|soniferos?|tarja|cartelas?|ibuprofeno|diazepam|alprazolam|desinfetante)'

export const portugueseGroups: PhraseBook['together'] = [
  [
    'danger',
    '(?:tomei|engoli|ingeri|bebi|tomou|engoliu|bebeu|tomando|injetei|misturei|mandei para dentro|tomo)',
    `${drugs}`,
    '(?:todos?|todas?|tudo|muit[oa]s?|vari[oa]s|montes?|monte|demais|inteir[oa]s?|caixas?|cartelas?|frasco|punhado|mao cheia|\\d{2,}|dez|quinze|vinte|trinta|quarenta|cinquenta|cem|tont[oa]|medo|socorro|arrepend\\w+|para morrer|de proposito|com (?:vodka|alcool|cachaca|bebida|vinho|cerveja)|passando mal|apagando|tremendo|sono|veneno|agua sanitaria|chumbinho|lixivia)',
  ],
  [
    'danger',
    '(?:ele|ela|alguem|meu|minha|bebe|um homem|uma mulher|crianca|gente)',
    '(?:nao (?:\\w+ )?(?:respira\\w*|acord\\w+|responde\\w*|reage|mexe|se mexe)|parou de respirar|inconsciente|convuls\\w+|desacordad[oa]|desmai\\w+|engasg\\w+|ficando rox[oa]|rox[oa]|sem pulso|sangrando|a sangrar|levou um tiro|foi esfaquead[oa]|overdose|engoliu (?:\\w+ ){0,3}(?:pilha|veneno|remedios?|comprimidos?|produto)|caiu e|se afog\\w+|espumando|a espumar|tendo um)',
    '(?:agora|socorro|ajuda|o que (?:eu )?faco|que faco|rapido|nao|acho que|chao|muito|me ajud\\w+|esta|chama\\w*|medo)',
    '!(?:livro|filme|romance|historia|jogo|novela|seculo|soldados?)',
  ],
  [
    'danger',
    me,
    '(?:arma|faca|corda|ponte|parapeito|telhado|terraco|trilhos?|sacada|varanda|penhasco|gilete|lamina|revolver|viaduto|estilete|navalha|pistola|linha do (?:trem|comboio|metro)|beirada|topo do predio)',
    '(?:agora|na mao|nas maos|segurando|sentad[oa]|em pe|pular|saltar|me jogar|carregad[oa]|na cabeca|no pescoco|no pulso|aqui|coragem|olhando para baixo|a um passo|pe na|pronto|pronta|soltar|perto)',
    '!(?:foto|vista|cozinh\\w+|cebola|museu|bungee|selfie|receita|queijo|barba|linda|bonita)',
  ],
  [
    'danger',
    '(?:ele|ela|alguem|homem|ex|marido|namorado|pai|padrasto|vizinho|ladrao|estranho|cara|companheiro|irmao|eles|tem gente|uns caras|pessoas?)',
    '(?:arromb\\w+|invad\\w+|dentro|fora|porta|janela|portao|seguindo|seguir|perseguindo|vindo|faca|arma|facao|martelo|pau|revolver|entrar|entrando|entrou|matar)',
    '(?:me|mim|minha|meu|casa|eu|aqui|comigo)',
    '(?:agora|policia|escondid[oa]|socorro|tentando|armad[oa]|matar|esfaque\\w+|atirar|ameac\\w+|gritando|a gritar|chutando|apontando|apontou|correndo|ajuda|desesper\\w+|medo|fugir|invad\\w+|arromb\\w+)',
    '!(?:livro|filme|romance|historia|jogo|novela|sonho|sonhei|seculo)',
  ],
  [
    'danger',
    me,
    '(?:garganta (?:esta )?fechando|reacao alergica|anafila\\w+|perdendo (?:a consciencia|os sentidos|sangue)|desmaiando|a desmaiar|vista escur\\w+|rosto (?:esta )?(?:torto|dormente)|metade do (?:corpo|rosto)|peito (?:\\w+ ){0,3}(?:apertad\\w*|dor|doendo|a doer|dói|doi|explod\\w+)|dor (?:\\w+ ){0,2}no peito|braco esquerdo|cheiro de gas|vazamento de gas|incendio|fogo (?:na|em)|nao para de sangrar|sangrando|hemorragia|muito sangue|sangue (?:por|em) todo|falta de ar|sem ar|me afogando|infart\\w+|avc)',
    '!(?:livro|filme|amor|romance|historia|novela|seculo|lareira|saudade|jogo)',
  ],
  [
    'violence',
    hurter,
    `(?:bat(?:e|eu|ia|em|eram|er|endo)|espanc\\w+|agred\\w+|agrid\\w+|machuc\\w+|estupr\\w+|abus(?:a|ou|ava|am|aram|ando)|ameac\\w+|empurr\\w+|chut\\w+|enforc\\w+|estrangul\\w+|violent\\w+|viol(?:ou|ava|a|aram)|apalp\\w+|forc(?:a|ou|ava|aram)|obrig(?:a|ou|ava)|tranc(?:a|ou|ava)|persegu\\w+|soc(?:a|ou|ava)|tortur\\w+|humilh\\w+|sufoc\\w+|arrast\\w+|cuspi\\w*|cospe|mord\\w+|queim(?:a|ou|ava)|puxa|puxou|puxava|agarr\\w+|sacud\\w+|molest\\w+|assedi\\w+|esbofete\\w+|deu (?:\\w+ ){0,2}(?:tapas?|socos?|murros?|chutes?|surras?|bofetad\\w+|estalos?|pontapes?)|da (?:\\w+ ){0,2}(?:tapas?|socos?|murros?|surras?)|encost\\w+ a mao|levant\\w+ a mao|pass\\w+ a mao|jog(?:a|ou) (?:\\w+ ){0,2}(?:coisas|objetos|parede|chao)|xing\\w+|insult\\w+|maltrat\\w+|atac\\w+|esfaque\\w+|chantag\\w+)`,
    '(?:me|mim|comigo|nos|gente|minha (?:mae|filha|irma|cara|avo)|meu (?:filho|rosto|irmao|pescoco|braco|cabelo)|meus (?:filhos|irmaos)|criancas|as criancas)',
    '!(?:(?:no|em) (?:xadrez|jogo|truco|futebol|videogame|domino)|saudade|papo|curiosidade|fome|piada|ideia|livro|filme|romance|novela|palmas|foto|recorde|rir|a (?:estudar|ler|aprender|pensar)|na porta)',
  ],
  [
    'violence',
    '(?:fui|sou|era|estou|tenho|vinha|venho|ja|cresci|vivo|continuo|sendo)',
    '(?:estuprad[oa]|abusad[oa]|agredid[oa]|violentad[oa]|espancad[oa]|ameacad[oa]|violad[oa]|perseguid[oa]|assediad[oa]|molestad[oa]|torturad[oa]|maltratad[oa]|forcad[oa]|obrigad[oa] a (?:casar|ter|fazer|transar|me|tirar)|chantagead[oa]|estrangulad[oa]|apanhand\\w+|apanhar|apanhei|humilhad[oa]|tocad[oa]|dopad[oa]|drogad[oa]|trancad[oa]|agressoes|surras?|pancadas?|porradas?)',
    '!(?:(?:no|em) (?:xadrez|jogo|truco|futebol|videogame)|livro|filme|mosquitos?|abelhas?|professora de|estudar|meu time|cachorro|gato|voce|escrav\\w+)',
  ],
  [
    'violence',
    '(?:medo|pavor|panico|apavorad[oa]|aterrorizad[oa]|assustad[oa]|fugir|fugi|esconder|escondo|escapar|sair de casa|proteger|segura|seguro)',
    '(?:dele|dela|marido|namorado|namorada|esposa|mulher|companheir[oa]|meu ex|padrasto|pai|mae|tio|irmao|chefe|patrao|bebad[oa]|bebe|casa|agressor|em casa)',
    '(?:eu|me|mim|meu|minha|estou|tenho|quero|preciso|morro|vivo|fico|como|nao)',
    '!(?:decepcion\\w+|perder|aviao|aranha|barata|escuro|prova|notas?|altura|nao gostar|cachorro|gato|ladrao de|fantasma|chuva|conhecer|voce|fome)',
  ],
  [
    'violence',
    '(?:eu|me|mim|meu|minha|sofro|sofri|passo|passei|vivo|vivi|comigo|nossa|estou)',
    '(?:violencia(?: domestica| em casa| sexual| fisica| psicologica)?|abuso(?:s)?(?: sexual| fisico| sexuais)?|estupro|agressao|agressoes|agressor|abusador|estuprador|relacionamento (?:abusivo|toxico|violento)|relacao (?:abusiva|toxica|violenta)|maus tratos|assedio(?: sexual)?|incesto|medida protetiva|maria da penha|olho roxo|hematomas|casamento forcado|nudes? (?:vazad\\w+|na internet)|pornografia de vinganca|surras?|pancadaria)',
    '!(?:livro|filme|romance|novela|redacao|trabalho de|tcc|artigo|aula|escravidao|escrav\\w+|seculo|historia|voce|pesquisa|tese|palestra)',
  ],
  [
    'violence',
    '(?:ele|ela|homem|cara|professor|tio|treinador|padrasto|chefe|primo|padre|pastor|medico|namorado|marido|amigo|alguem|vizinho|pai|avo|irmao|patrao)',
    '(?:toc\\w+ (?:em mim|me|no meu|nas minhas)|me toc\\w+|apalp\\w+|me agarr\\w+|me ve (?:tomar|nua|trocar)|no meu quarto|na minha cama|minha roupa|sem (?:eu )?(?:querer|consentir|deixar|meu consentimento)|disse (?:que )?nao|dizer nao|nao parou|fotos? (?:intim\\w+|nua|sem roupa|pelad\\w+)|nudes?|favores sexuais|segredo|nao contar|nao conte|coisas (?:que eu nao quero|comigo)|transar|a forca)',
    '(?:me|mim|eu|meu|minha|comigo)',
    '!(?:musica|profundamente|coracao|livro|filme|alma|novela|receita)',
  ],
  [
    'violence',
    '(?:ele|ela|marido|namorado|companheir[oa]|mulher|esposa|namorada|pai|pais|familia|mae|padrasto|sogra)',
    '(?:(?:pega|pegou|controla|vigia|quebrou|esconde|escondeu|tira|tirou|le|mexe no|toma|tomou) (?:todo )?(?:o )?(?:meu|minha|meus|minhas) (?:dinheiro|salario|celular|telemovel|passaporte|documentos?|chaves?|cartao|mensagens|redes)|nao (?:me )?deixa(?: me)?|me proib\\w+|proib\\w+ me|me tranc\\w+|me isol\\w+|me expuls\\w+|me chama de (?:lixo|puta|vagabunda|burra|inutil|louca|gorda)|me prende\\w*|me diminui\\w*|nao posso (?:sair|ver|falar|trabalhar))',
    '!(?:sobremesa|videogame|jogar|doce|tela|chocolate|cachorro|gato|dormir tarde|te ler|esquecer|mentir|namorar ainda)',
  ],
  [
    'suicide',
    me,
    '(?:suicid\\w+|automutil\\w+|me matar|matar me|forca(?: no teto)|lamina|gilete|pulsos?|cicatrizes (?:no|nos|na|nas)|vontade de (?:me )?(?:cortar|machucar|pular|morrer|sumir)|carta de (?:despedida|adeus)|bilhete de despedida|meu (?:enterro|velorio|funeral|caixao))',
    '!(?:filme|esquadrao|redacao|taxas?|romance|personagem|missao|poema|li sobre|historia|debate|tese|palestra|tema|pesquisa|aula|barba|voce|opera|santos dumont|livro|filosof\\w+|rir|saudade|curiosidade)',
  ],
  [
    'suicide',
    me,
    '(?:morrer|morta|morto|a morte|minha morte|nao existir|deixar de existir|existir|desaparecer|sumir|partir|nao acordar|nunca mais acordar|acordar|debaixo da terra|caixao|cova|ultimo suspiro|outro lado|nao estar (?:mais )?aqui|ter nascido|nascer)',
    '(?:quero|queria|quis|querendo|vontade|desejo|desejando|espero|pront[oa]|melhor|prefiro|preferia|mereco|rezo|peco|hoje a noite|esperando|logo|alivio|descanso|paz|facil|so penso|penso todo|penso em|pensando em|nao tenho medo|nao paro de pensar|unica|todo dia|todos os dias|tomara|devia|deveria|nunca|mais nada|nao consigo)',
    '!(?:voce|seu|sua|saber|aprender|ler|ouvir|entender|livro|filme|romance|jogo|novela|historia|rir|fome|sono|calor|frio|curiosidade|vergonha|saudade|tedio|velh[oa]|cedo|despertador|hipatia|socrates|medo da morte|praia|ferias|cama|personagem|viagem|viajar|trem|brasil|portugal|hora|preguica|deputad\\w*)',
  ],
  [
    'suicide',
    '(?:eu|me|mim|minha|meu|estou|sou|tenho|vejo|consigo|quero|aguento|sinto|acho|penso|sei|posso|faco|perdi|acabou|encontro)',
    '(?:(?:nao|nunca|ja nao|mal|nem) (?:\\w+ ){0,3}(?:viver|vivo|viva|existir|continuar|seguir|aguent\\w+|suport\\w+|sobreviver|lutar|segurar|prosseguir|levantar|resistir|enxergo|vejo|lidar|dar conta|ir em frente|ir adiante)|(?:sem|nenhum[a]?|perdi (?:a|o|as|toda a|todas as)|nao (?:\\w+ )?(?:tenho|ha|vejo|existe|tem|sinto|encontro)|acab(?:ou|aram)(?: as?| os?)? (?:minha |minhas )?) ?(?:\\w+ ){0,2}(?:razao|razoes|motivos?|sentido|esperanca|futuro|saida|forcas?|vontade|proposito|alegria|luz|animo|energia|rumo|chao))',
    '(?:mais|viver|vida|continuar|assim|nada|tudo|mim|sozinh[oa]|dor|sofrimento|amanha|acordar|um dia|outro dia|existir|levantar|sair|seguir|lutar|ninguem|hoje|desse jeito|deste jeito|fim do tunel|nenhum[a]?|para que|disso|disto)',
    '!(?:voce|seu|sua|calor|frio|barulho|musica|transito|prova|equacao|capitulo|suspense|emprego|cafe|acucar|time|jogo|espera|esperar|ler|estudar|estudo|livro|filme|aluguel|carne|inverno|verao|texto|frase|conta|matematica|exercicio|sem cafe|nessa cidade|nesta cidade|reuniao|fila|novela|academia|serie|dieta|problema de|rir)',
  ],
  [
    'suicide',
    '(?:estou|sinto|sou|me|fico|ando|tenho|vivo|eu|to)',
    '(?:vazi[oa]|vazio|anestesiad[oa]|sem esperanca|inutil|quebrad[oa]|pres[oa] (?:num|em um)|desesperad[oa]|desespero|rejeitad[oa]|oc[oa] por dentro|mort[oa] por dentro|despedacad[oa]|destruid[oa]|sufocad[oa]|me afogando|afundando|nojo de mim|um fracasso|fracassad[oa]|um fardo|um peso|um estorvo|uma decepcao|decepcao|invisivel|abandonad[oa]|tao so|tao sozinh[oa]|completamente so|sozinh[oa] no mundo|nao tenho amigos|nao tenho com quem|fundo do poco|escuridao|pensamentos ruins|pensamentos maus|maus pensamentos|perdi tudo|estraguei tudo|chorando|chorar|choro|deprimid[oa]|depressao|muita dor|tanta dor|insuportavel|esgotad[oa]|exaust[oa]|cansad[oa] (?:da vida|de viver|de tudo|de lutar|de sofrer|de fingir)|fart[oa] (?:da vida|de viver|de tudo|disto|disso)|no limite|sem chao|desabando)',
    '(?:mais|dentro|sempre|todo|toda|todos|todas|tempo|dia|dias|noite|noites|nada|ninguem|tudo|vida|mundo|semanas|meses|anos|tao|completamente|totalmente|so|acabar|parar|nao|sem|de novo|quero|nunca|muito|hoje|demais|mim|profunda\\w*|cada|vontade)',
    '!(?:voce|seu|sua|barriga|geladeira|bateria|copo|carteira|trabalho|emails?|licao|prova|filme|livro|novela|cebola|transito|romance|rir|alegria|celular|computador|carro|matematica|time|jogo|quarto|serie|emocao)',
  ],
  [
    'suicide',
    `(?:meu|minha|um|uma) (?:\\w+ )?(?:${lovedOnes})|(?:ele|ela|alguem)`,
    '(?:suicid\\w*|se (?:mat\\w+|cort\\w+|machuc\\w+|mutil\\w+|enforc\\w+|ferir|jogar da|despediu)|matar se|cortar se|magoar se|(?:quer|queria|vai|fala em|falou em|disse|diz|pensa em|tentou|ameac\\w+|falando em) (?:\\w+ ){0,4}(?:morrer|a morte|sumir|desaparecer|acabar com|se matar|nao quer (?:mais )?viver|tirar a)|automutil\\w+|carta de despedida|tirar a (?:propria )?vida)',
    '(?:eu|me|meu|minha|ajud\\w+|o que (?:eu )?(?:faco|posso|devo)|como (?:eu )?(?:ajudo|posso|faco|lido)|preocupad[oa]|medo)',
    '!(?:livro|filme|romance|novela|jogo|personagem|historia|capitulo|seculo|machado|capitu|bentinho|dumont|voce)',
  ],
]
