import { describe, expect, it } from 'vitest'
import { isColor } from '../../../src/templates/filters/color'
import { country } from '../../../src/templates/filters/country'
import { date, dateRange } from '../../../src/templates/filters/date'
import { markdown } from '../../../src/templates/filters/markdown'
import { amount, money, number, percent } from '../../../src/templates/filters/number'
import { localeOf } from '../../../src/templates/locale'

const languages = ['en', 'de', 'fr']
const locale = (tag: string, more: Record<string, unknown> = {}) =>
  localeOf({ locale: tag, ...more }, languages)
/** Spaces of every width as a plain one, so that expectations can be read. */
const plain = (value: unknown) => String(value).replace(/[\u00a0\u202f]/g, ' ')

describe('money and numbers', () => {
  it.each([
    ['en', '€1,234.50'],
    ['de', '1.234,50 €'],
    ['fr', '1 234,50 €'],
    ['el', '1.234,50 €'],
    ['sv', '1 234,50 €'],
  ])('follow the locale: %s', (tag, expected) => {
    expect(plain(money('1234.5', locale(tag)))).toBe(expected)
  })

  it('follow the currency: its sign and its places', () => {
    expect(money(1234.5, locale('en', { currency: 'JPY' }))).toBe('¥1,235')
    expect(plain(money(1.2345, locale('en', { currency: 'KWD' })))).toBe('KWD 1.235')
    expect(money(5, locale('en'), 'usd')).toBe('$5.00')
    expect(money(5, locale('en', { currency: 'nonsense' }))).toBe('€5.00')
  })

  it('set a minus as a minus, and long numbers without loss', () => {
    expect(money(-5, locale('en'))).toBe('\u2212€5.00')
    expect(money('12345678901234567.89', locale('en'))).toBe('€12,345,678,901,234,567.89')
  })

  it('show as many places as asked for, or as there are', () => {
    expect(number('1234.5670', locale('de'))).toBe('1.234,567')
    expect(number(2, locale('en'), 2)).toBe('2.00')
    expect(amount('0.0125', locale('en'), 4)).toBe('0.0125')
    expect(amount('3', locale('en'))).toBe('3.00')
    expect(plain(percent('5.5', locale('de')))).toBe('5,5 %')
  })

  it('leave alone what is no number', () => {
    for (const print of [money, amount, number, percent])
      expect(print('on request', locale('en'))).toBe('on request')
    expect(money(undefined, locale('en'))).toBeUndefined()
  })
})

describe('dates', () => {
  it.each([
    ['en', 'November 21, 2026'],
    ['en-GB', '21 November 2026'],
    ['de', '21. November 2026'],
    ['fr', '21 novembre 2026'],
  ])('follow the locale: %s', (tag, expected) => {
    expect(date('2026-11-21', locale(tag))).toBe(expected)
  })

  it('are the same day everywhere without a time, and follow the time zone with one', () => {
    expect(date('2026-11-21', locale('en', { time_zone: 'Pacific/Auckland' }))).toBe('November 21, 2026')
    expect(date('2026-11-21T23:30:00Z', locale('en', { time_zone: 'Europe/Berlin' }))).toBe(
      'November 22, 2026',
    )
    expect(plain(date('2026-11-21T10:42:00', locale('en-GB', { time_zone: 'Asia/Tokyo' }), 'time'))).toBe(
      '10:42',
    )
  })

  it('say once what both ends of a range share', () => {
    expect(plain(dateRange('2026-10-01', locale('en-GB'), '2026-10-31'))).toMatch(/^1\s?–\s?31 Oct 2026$/)
    expect(dateRange('2026-10-01', locale('en-GB'), undefined)).toBe('1 Oct 2026')
    expect(dateRange('later', locale('en-GB'), 'on')).toBe('later – on')
  })

  it('leave alone what is no date', () => {
    for (const none of ['on receipt', '2026-13-45', '21.11.2026', 20261121])
      expect(date(none, locale('en'))).toBe(none)
    expect(date(undefined, locale('en'))).toBeUndefined()
  })
})

describe('the locale of a document', () => {
  it('falls back where it is not known, and turns the page for scripts that run right to left', () => {
    expect(locale('xx-nonsense-!!')).toMatchObject({ tag: 'en', language: 'en', direction: 'ltr' })
    expect(locale('de_CH')).toMatchObject({ tag: 'de-CH', language: 'de' })
    expect(locale('ar')).toMatchObject({ tag: 'ar', language: 'en', direction: 'rtl' })
    expect(locale('ar', { direction: 'ltr' }).direction).toBe('ltr')
    expect(localeOf({ locale: { a: 1 }, time_zone: 7, currency: [] }, languages)).toMatchObject({
      tag: 'en',
      timeZone: 'UTC',
      currency: 'EUR',
    })
  })

  it('names countries', () => {
    expect(country('DE', locale('fr'))).toBe('Allemagne')
    expect(country('Atlantis', locale('fr'))).toBe('Atlantis')
  })
})

describe('Markdown', () => {
  it('knows paragraphs, headings, lists, quotes and emphasis', () => {
    const text = '# Title\nOne **two** *three*\nfour\n\n- a\n- b\n  c\n\n3. x\n4. y\n\n> said\n\n---'
    expect(markdown(text)).toBe(
      '<h2 dir="auto">Title</h2><p dir="auto">One <strong>two</strong> <em>three</em><br>four</p><ul><li dir="auto">a</li><li dir="auto">b c</li></ul>' +
        '<ol start="3"><li dir="auto">x</li><li dir="auto">y</li></ol><blockquote><p dir="auto">said</p></blockquote><hr>',
    )
  })

  it('makes links to what a document may link to, and nothing else', () => {
    expect(markdown('[a](https://x.example/?a=1&b=2)')).toBe(
      '<p dir="auto"><a href="https://x.example/?a=1&amp;b=2">a</a></p>',
    )
    expect(markdown('[a](javascript:alert(1)) [b](data:text/html,x)')).not.toContain('<a')
    expect(markdown('[a](https://x"onclick="y)')).not.toContain('"onclick')
  })

  it('prints HTML as text', () => {
    expect(markdown('<img src=x onerror=y> &amp;')).toBe(
      '<p dir="auto">&lt;img src=x onerror=y&gt; &amp;amp;</p>',
    )
  })

  it('ends however deep the quotes are', () => {
    expect(markdown('>'.repeat(5000))).toContain('<blockquote>')
  })
})

describe('colours', () => {
  it('are taken only as colours', () => {
    for (const good of ['#abc', '#A1B2C3', 'rebeccapurple', 'rgb(1, 2, 3)', 'hsl(10 20% 30% / 50%)'])
      expect(isColor(good)).toBe(true)
    for (const bad of ['red;background:url(x)', '#12', 'url(x)', 'var(--x)', '', 7, 'expression(alert(1))'])
      expect(isColor(bad)).toBe(false)
  })
})
