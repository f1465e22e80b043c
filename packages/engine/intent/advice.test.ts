import { describe, expect, test } from 'vitest'
import { detectAdvice, detectOwnCase } from './advice.ts'

/** Of the asker's own health, rights or money. */
const ownCases = [
  'Is my liability limited if I sue?',
  'Can the supplier end the contract?',
  'Do I owe interest if I pay late?',
  'A baixa médica desconta nas férias?',
  'Tenho direito a subsídio de desemprego?',
  'How much varroa oxalic acid do I take for my arthritis?',
  'Is honey good for my diabetes?',
  'Is honey safe for my baby?',
  'I am pregnant, can I use this?',
  'I have chest pain, what do I do?',
  'Should I sue my landlord?',
  'Should I invest in bees?',
  'Can I eat honey with an allergic reaction?',
  'Can I get my money back if I invest?',
  'Can I eat honey if I have kidney stones?',
  'Is this tea safe while I am breastfeeding?',
  'My knee hurts after the run, should I rest?',
  'Will the ointment help my eczema?',
  'Can my toddler drink raw milk?',
  'I have high cholesterol, can I eat the cheese?',
  'Is propolis good for my sore throat?',
  'Can my boss fire me while I am ill?',
  'Am I entitled to overtime pay?',
  'Can I break my lease early?',
  'Is my employer allowed to cut my holidays?',
  'Do I have to pay tax on my honey sales?',
  'Am I liable if a visitor gets stung?',
  'Can they take my house for the debt?',
  'Should I put my savings into gold?',
  'Can I get unemployment benefit if I quit?',
  'O mel faz mal ao meu bebé?',
  'Tenho colesterol alto, posso comer o queijo?',
  'A própolis ajuda a minha dor de garganta?',
  'Posso tomar isto a amamentar?',
  'O meu joelho dói, devo correr?',
  'O patrão pode despedir-me durante a baixa?',
  'Tenho direito a indemnização?',
  'Posso rescindir o contrato antes do prazo?',
  'Tenho de pagar IRS sobre a venda do mel?',
  'Quantos dias de férias me devem?',
  'Posso ser despejado com filhos menores?',
  'Devo pôr as minhas poupanças em ouro?',
  'Sou responsável se uma visita for picada?',
  'A dívida prescreve ao fim de quantos anos?',
]

/** Asked of courses, shops and handbooks. */
const ordinary = [
  'How much does it cost?',
  'Can I return the frames?',
  'How do I feed my starter?',
  'Can I pay in two parts?',
  'Do I need a suit for the first lesson?',
  'What do I do if my hive is too damp?',
  'How long must I wait before I open the hive?',
  'Can I cancel my order?',
  'Does the course give me a certificate?',
  'Is the course good for beginners?',
  'Is it safe to open the hive in rain?',
  'Is honey better than sugar for the dough?',
  'Can my bees eat candy?',
  'How much oxalic acid do I need for two hives?',
  'When does the contract model in chapter 3 apply?',
  'What does the handbook say about working hours?',
  'Who do I write to about my parcel?',
  'Do I have to wear gloves?',
  'Can my child join the workshop?',
  'Do you deliver to my island?',
  'How do I change my password?',
  'Where do I find the invoice?',
  'Is breakfast included?',
  'How do I treat my hive against varroa?',
  'Can I bring my dog to the shop?',
  'Quanto custa o curso?',
  'Posso devolver os quadros?',
  'Como alimento a minha massa-mãe?',
  'Posso pagar em duas vezes?',
  'Tenho de levar fato de apicultor?',
  'O curso dá certificado?',
  'Posso trocar de turma?',
  'Quando chega a minha encomenda?',
  'Preciso de luvas?',
  'Posso levar o meu filho à aula?',
  'Como trato a colmeia contra a varroa?',
  'O mel é bom para a massa?',
  'Qual é o horário de atendimento?',
  'Como cancelo a minha inscrição?',
  'Tenho direito a um reembolso se faltar à aula?',
  'Does the hive have an infection?',
  'My bees have a disease, what now?',
  'Is this book good for kids?',
  'Can toddlers come to the open day?',
  'Is the suit safe for stings?',
  'How do I treat foulbrood?',
  'How much interest is there in the course?',
  'I have a question about the fever tree gin',
  'Do you ship with the contract signed?',
  'Who signs the course agreement?',
  'Are we responsible for cleaning the kitchen?',
  'Am I allowed to bring a friend?',
  'Do I have a right to park here?',
  'What is the right hand for?',
  'How do I end the lesson?',
  'Can the supplier deliver on Monday?',
  'Does the company cut the wax sheets?',
  'Can my manager see my answers?',
  'I sue... sorry, I sew, do you sell thread?',
  'Do I pay tax on top of the price?',
  'Does my back garden get enough sun?',
  'My hands are sticky, what removes propolis?',
  'My back door is too narrow for a hive',
  'Does the loaf cough up crumbs?',
  'What is the notice board for?',
  'When are the holidays of the school?',
  'How many holidays does the school have?',
  'A colmeia tem uma infeção?',
  'A massa está com febre, brinco, está quente demais?',
  'As minhas abelhas têm diarreia?',
  'O curso funciona nas férias?',
  'Tenho direito a levar um amigo?',
  'Sou responsável por trazer o almoço?',
  'O fornecedor pode entregar na segunda?',
  'Quem assina o contrato da formação?',
  'Passam fatura com contribuinte?',
  'O banco do jardim é vosso?',
  'O bebé da raça Lusitana é um potro?',
  'Os meus dedos ficam colados, como tiro a própolis?',
]

describe('a question about the user’s own case', () => {
  test.each(ownCases)('is found: “%s”', (question) => {
    expect(detectOwnCase(question)).not.toBeNull()
  })

  test.each(ordinary)('is not: “%s”', (question) => {
    expect(detectOwnCase(question)).toBeNull()
  })

  test('is wider than a request for advice, which a persona declines', () => {
    expect(detectAdvice('Is honey safe for my baby?')).toBeNull()
    expect(detectOwnCase('Is honey safe for my baby?')).toBe('medical')
  })
})

test('reads a long message in less than half a second', () => {
  for (const words of ['my ', 'i have a ', 'can i take ', 'posso tomar com a ', 'the employer ']) {
    const startedAt = performance.now()
    detectOwnCase(words.repeat(2_000).slice(0, 4_000))
    expect(performance.now() - startedAt).toBeLessThan(500)
  }
})
