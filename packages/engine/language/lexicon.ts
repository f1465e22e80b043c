import type { Locale } from '@duo/platform/shared/locale.ts'

const words = (list: string) => new Set(list.trim().split(/\s+/))

/** Words that identify a language, without accents. Words of both languages ("do", "me", "no") are excluded. */
export const languageMarkers: Record<Locale, ReadonlySet<string>> = {
  en: words(`the what who whom whose which how why when where did does was were is are you your yours about of and to tell can could would
    should have has had it its that this these those more hello hi hey thanks thank please yes not with from for by an been be between think
    know they she he her his him my i we our there then next after before really ever any anything something else write explain describe
    give show want good morning evening afternoon night bye goodbye ok okay great nice cool first best any if or but`),
  pt: words(`que qual quais quem como por porque quando onde foi era eram fui e de da em um uma uns umas sobre mais ola oi obrigado obrigada
    pode poderia com para pra pro nao sim tem teve tinha voce voces vc seu sua seus suas meu minha fale conte diga explique descreva isso
    isto esse essa este esta ele ela eles elas dele dela ao aos na nas nos pelo pela depois antes ainda ja muito muita muitos muitas tomei entao tambem mesmo
    fez fazer faz ser ter esta estao gostava queria gostaria bom boa dia tarde noite tudo bem tchau valeu legal quero o os agora la sao
    hoje triste feliz gosto gosta acho acha estou estava porque pois quantos quantas conta contar
    aconteceu mentira verdade alguma algum nada outro outra melhor primeiro primeira escreveu nasceu morreu`),
}

export const questionWords: Record<Locale, ReadonlySet<string>> = {
  en: words(`a an the and or but if of to in on at by for from with without about into over under as is are was were be been being am do
    does did done doing have has had having can could will would shall should may might must i you he she it we they me him her us them my
    your yours his its our their this that these those there here what which who whom whose when where why how not no yes so than too very
    just also only even still yet then now again once ever never always really actually truly exactly please tell know knew known explain
    describe talk speak say said says give show let lets want wanted wish like liked some any much more most less few lot lots thing
    things something anything everything kind sort way ways people person someone anyone one ones year years date day days time times
    question questions answer hi hello hey ok okay well oh dear mr mrs sir madam lady miss between during after before because while up down
    out off go went going gone get got make makes making made come came take took happen happened use used using try tried able become became call called
    want need help good great bit little big own such s t re ve ll d m don didn doesn wasn isn aren weren couldn wouldn can cannot
    interested curious wondering wonder hear heard see saw seen look looked short brief briefly detail details word words today
    actually basically maybe perhaps else other others along another same different first part main favourite favorite story`),
  pt: words(`a o as os um uma uns umas e ou mas se de da do das dos em na no nas nos num numa para pra pro por pelo pela pelos pelas com sem
    sob sobre entre ate desde ao aos que qual quais quem como quando onde porque porq pq quanto quanta nao sim ja ainda
    mais menos muito muita muitos muitas pouco tao tambem so mesmo mesma sempre nunca entao depois antes agora aqui ali la isso isto
    aquilo esse essa este esta esses essas estes estas aquele aquela ele ela eles elas dele dela deles delas eu me mim meu minha meus minhas
    voce voces vc vcs te ti tu teu tua seu sua seus suas lhe nos nosso nossa se ser sou e es era eram foi foram fui sao ser sido estar esta
    estava estou ter tem tinha teve tenho tive haver ha houve havia fazer faz fez fazia feito ir vai ia vou pode podia poderia pude quer
    queria quero querer gostaria gosta gostava gostou saber sei sabe sabia fale fala falar falou conte conta contar diga diz disse dizer explique
    explica explicar descreva mostre coisa coisas algo alguem algum alguma alguns algumas tudo todo toda todos todas nada tipo
    jeito modo pessoa pessoas ano anos data dia dias vez vezes tempo pergunta perguntas resposta oi ola ok bem bom boa bons boas senhor
    senhora sr sra dona caro cara por favor realmente verdade mesmo exatamente acontecer aconteceu usar usou usava ficar ficou dar deu veio vir vem vinha vim
    chamar chamava servir serve servem servia parecer parece parecia ajuda grande pequeno proprio propria tal chegou chegar chegava tanto tanta tantos tantas outro outra outros outras parte principal favorito favorita historia detalhe assim
    detalhes pouquinho curioso curiosa gente ne hoje`),
}

/** Words that narrow a question a little, and that an answer may lack. */
export const weakTerms: Record<Locale, ReadonlySet<string>> = {
  en: words(`bad relationship relation relations round goes turns many fall fell matter matters artist scientist writer author general nurse move moved famous important best worst biggest greatest favourite favorite greatly work works life live lived living start started begin began love
    loved enjoy enjoyed hate hated feel felt feeling find found keep kept learn learned learnt meet met visit visited travel work worked
    working believe believed think thought thinking understand change changed career opinion view views idea ideas role influence impact
    significance purpose meaning mean meant name names old young new modern context history true myth legend truth wrong right hard easy
    difficult long whole full typical usual everyday normal real actual early late later final last ago woman women man men human
    own remember remembered create created creating create invent invented inventing discover discovered build built write wrote
    written writing design designed compose composed study studied say everyone secret secrets fact facts advice lesson lessons
    teach today principle principles rule rules real exist existed exists managed manage manages achieve achieved achieving obtain obtained receive received become support supported
    stronger weaker fast quickly back actual    grow grew today nowadays fact`),
  pt: words(`funciona funcionava funcionar famosos famosas famoso famosa importante importantes melhor melhores pior maior obra obras vida viver viveu vivia comecar comecou amar amou amava
    odiar odiava sentir sentiu achar achou achava acha acho encontrar encontrou conhecer conheceu conhecia aprender aprendeu
    visitar visitou viajar trabalhar trabalhou trabalhava trabalho relacao relacionamento relacoes quantos quantas artista cientista escritor escritora mudar mudou mudanca ruim ruins mau acreditar acreditava acredita pensar pensou pensava pensa entender mudar mudou carreira opiniao
    ideia ideias papel influencia impacto significado significa nome velho velha novo nova moderno mundo verdadeiro mito lenda errado
    certo dificil facil longo inteiro comum ultimo ultima final cedo tarde mulher mulheres homem homens humano lembrar 
 criar criou inventar inventou descobrir descobriu construir construiu escrever escreveu projetar
    compor compos estudar estudou segredo segredos fato fatos conselho conselhos licao licoes ensinar atual atualmente regra regras
    principio principios existir existiu existe real primeiro primeira conseguiu conseguir conseguia obteve obter recebeu receber ganhava virou virar tornou
    apoiou apoiava maiores durou durar demorou hoje mais famosa bonito bonita vivia viveu acabar acabava bem naquele epoca`),
}
