import * as chat from './chat-words.ts'
import { languages as waitlist } from './waitlist-words.ts'

/** What people read between the first screen and their first conversation, in each language. */
const texts = {
  en: {
    firstField: 'Your best email',
    openTheMail: /^We sent an email to .* Open it and confirm your address/,
    mailReply: 'A question? Just reply to this email.',
    mailPlace: /^You are [\d,]+(st|nd|rd|th) in line/,
    mailTurn: /When it is your turn, we write to this address/,
    oneStepLeft: /^You are .* on the list\. One step is left: open our email and confirm your address/,
    confirmed: 'Your address is confirmed.',
    nothingToDo: /^Your place is confirmed\. There is nothing else to do: when it’s your turn/,
    friends: 'Your friends',
    counts: 'Confirmed. Counts for you.',
    first: /^No one is ahead of you\. Each friend who joins with your link/,
    movedUp: /1 confirmed friend moved you up [\d,]+ places?\./,
    turnSubject: 'It’s your turn: join the Duo beta',
    turnAction: 'Create my account',
    turn: 'It’s your turn',
    begin: 'Start here',
    invitesNow: /^Anyone who joins with your link/,
    createWith: /^Create your account with .*, so that we recognize your place/,
    openToday: 'Open today, with every account',
    talk: /^Talk with the agents of the marketplace/,
    marketplace: 'Open the marketplace',
    beta: 'The beta',
    welcomeSubject: 'Welcome to Duo',
    questionsPage: 'Common questions',
    questionsTitle: 'Fair questions.',
    menu: 'Open menu',
    menuTitle: 'Menu',
    link: 'Your invitation link',
    answer: 'Answer the questions',
    mailbox: 'The rest is in your inbox',
    sendLink: 'Send me my link',
    deviceSubject: /New sign-in/,
  },
  pt: {
    firstField: 'Seu melhor e-mail',
    openTheMail: /^Enviamos um e-mail para .* Abra e confirme o endereço/,
    mailReply: 'Ficou com alguma dúvida? É só responder a este e-mail.',
    mailPlace: /^Você está em [\d.]+º lugar na fila/,
    mailTurn: /Quando chegar a sua vez, escrevemos para este endereço/,
    oneStepLeft: /^Você está em .* na lista\. Falta um passo: abra o nosso e-mail e confirme o endereço/,
    confirmed: 'Seu e-mail está confirmado.',
    nothingToDo: /^Seu lugar está confirmado\. Não precisa fazer mais nada: quando for a sua vez/,
    friends: 'Seus amigos',
    counts: 'Confirmou. Conta a seu favor.',
    first: /^Não há ninguém na sua frente\. Cada amigo que entra pelo seu link/,
    movedUp: /1 amigo confirmado fez você avançar [\d.]+ lugar(es)?\./,
    turnSubject: 'Chegou a sua vez: entre no beta do Duo',
    turnAction: 'Criar minha conta',
    turn: 'Chegou a sua vez',
    begin: 'Comece por aqui',
    invitesNow: /^Quem entra pelo seu link/,
    createWith: /^Crie sua conta com .*, para reconhecermos o seu lugar/,
    openToday: 'Aberto hoje, com qualquer conta',
    talk: /^Conversar com os agentes do marketplace/,
    marketplace: 'Abrir o marketplace',
    beta: 'O beta',
    welcomeSubject: 'Boas-vindas ao Duo',
    questionsPage: 'Dúvidas comuns',
    questionsTitle: 'Boas perguntas.',
    menu: 'Abrir menu',
    menuTitle: 'Menu',
    link: 'Seu link de convite',
    answer: 'Responder às perguntas',
    mailbox: 'O resto está no seu e-mail',
    sendLink: 'Enviar meu link',
    deviceSubject: /Novo acesso/,
  },
}

function wordsIn(tag: 'en' | 'pt') {
  const list = waitlist.find((language) => language.tag === tag)
  const talk = chat.languages.find((language) => language.tag === tag)
  if (!list || !talk) throw new Error(`no words in ${tag}`)
  return { ...texts[tag], tag, list, chat: talk }
}
export type JoiningWords = ReturnType<typeof wordsIn>

export const english = wordsIn('en')
export const portuguese = wordsIn('pt')
