import { describe, expect, it } from 'vitest'
import { languageOf } from '../../../src/optimize/language'

const texts: [string, string][] = [
  [
    'en',
    'The committee has met in the old town hall, and it was agreed that the bridge is to be closed for two weeks. We will inform you of the dates as soon as they are known to us.',
  ],
  [
    'de',
    'Der Ausschuss hat sich im alten Rathaus getroffen, und es wurde beschlossen, dass die Brücke für zwei Wochen gesperrt wird. Wir werden Sie über die Termine informieren, sobald sie uns bekannt sind.',
  ],
  [
    'fr',
    'Le comité s’est réuni dans l’ancienne mairie, et il a été décidé que le pont serait fermé pour deux semaines. Nous vous informerons des dates dès que nous les connaîtrons, par la poste ou sur le site.',
  ],
  [
    'es',
    'El comité se ha reunido en el antiguo ayuntamiento y se ha acordado que el puente se cierre durante dos semanas. Les informaremos de las fechas en cuanto las sepamos, por correo o en la página de la ciudad.',
  ],
  [
    'it',
    'Il comitato si è riunito nel vecchio municipio e si è deciso che il ponte sarà chiuso per due settimane. Vi informeremo delle date non appena le sapremo, per posta o con un avviso nella pagina della città.',
  ],
  [
    'nl',
    'De commissie is in het oude stadhuis bijeengekomen en er is besloten dat de brug voor twee weken wordt gesloten. Wij laten u de data weten zodra die bij ons bekend zijn, per post of op de site van de stad.',
  ],
  [
    'pl',
    'Komisja zebrała się w starym ratuszu i zdecydowano, że most zostanie zamknięty na dwa tygodnie. O terminach poinformujemy, jak tylko je poznamy, listem albo na stronie miasta, a nie przez telefon, bo to nie jest możliwe.',
  ],
  [
    'ja',
    '委員会は旧市庁舎で開かれ、橋を二週間閉鎖することが決まりました。日程が分かり次第、郵便または市のページでお知らせいたしますので、しばらくお待ちください。',
  ],
  [
    'zh',
    '委员会在旧市政厅召开会议，决定将桥梁封闭两周。一旦确定日期，我们将通过邮件或城市网页通知各位，请耐心等待，感谢您的理解与支持。',
  ],
  [
    'ko',
    '위원회는 구 시청에서 회의를 열고 다리를 두 주 동안 폐쇄하기로 결정했습니다. 일정이 정해지는 대로 우편이나 시의 홈페이지를 통해 알려 드리겠습니다. 감사합니다.',
  ],
  [
    'el',
    'Η επιτροπή συνεδρίασε στο παλιό δημαρχείο και αποφασίστηκε να κλείσει η γέφυρα για δύο εβδομάδες. Θα σας ενημερώσουμε για τις ημερομηνίες μόλις τις μάθουμε.',
  ],
  [
    'ru',
    'Комитет собрался в старой ратуше, и было решено, что мост будет закрыт на две недели. Мы сообщим вам о датах, как только узнаем, по почте или на странице города, но не по телефону, так как это не для всех.',
  ],
]

describe('the language of a text', () => {
  it.each(texts)('is found to be %s', (language, text) => {
    expect(languageOf(text)).toBe(language)
  })

  it.each([
    ['too short', 'The end of it'],
    [
      'names and numbers',
      'Acme GmbH 4711 Berlin 10115 EUR 30,00 Hauptstraße 1 Müller Schmidt Service Widget Bracket Sprocket Gizmo',
    ],
    ['two languages at once', `${texts[0]?.[1]} ${texts[2]?.[1]}`],
    ['no letters', '1 2 3 4 5 6 7 8 9 10'],
  ])('is left open where there is %s', (_, text) => {
    expect(languageOf(text)).toBeUndefined()
  })
})
