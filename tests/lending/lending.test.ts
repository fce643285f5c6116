import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { CONTACT_LIMIT, type Contact, findContact, matchPhone, sortContacts } from '../../src/lending/contacts.ts'
import { detailPageInfo } from '../../src/lending/detailPage.ts'
import { highlight } from '../../src/lending/highlight.ts'
import { placeUrl } from '../../src/lending/maps.ts'
import { json, scriptedApi } from '../src/scriptedApi.ts'

const contact = (name: string, more: Partial<Contact> = {}): Contact => ({ name, number: [], ...more })

test.each([
  ['+62 812-345', '0812345', true],
  ['(0812) 345.678', '62812345678', true],
  ['812345', '+62812345', true],
  ['0812345', '0812346', false],
  ['', '', false],
  ['', '0812345', false],
])('the phones %j and %j are the same: %s', (one, other, same) => {
  expect(matchPhone(one, other)).toBe(same)
  expect(matchPhone(other, one)).toBe(same)
})

test('a contact is found by any of its phone numbers', () => {
  const budi = contact('Budi', { number: [{ number: '021-555' }, { number: '+62 812 345' }] })
  const sari = contact('Sari', { mobile: '62813999' })
  expect(findContact([budi, sari], '0812345')).toBe(budi)
  expect(findContact([budi, sari], '0813-999')).toBe(sari)
  expect(findContact([budi, sari], '0899')).toBeNull()
})

test('emergency contacts come first, then relation by relation the tagged ones, then names', () => {
  const contacts = [
    contact('Wati', { relation: 'FRIEND' }),
    contact('Adi', { relation: 'FRIEND' }),
    contact('Zul', { relation: 'FRIEND', tagByName: true }),
    contact('Nur', { relation: 'EMERGENCY' }),
    contact('Eka', { relation: 'Emergency contact', tagByName: true }),
    contact('Tini'),
  ]
  expect(sortContacts(contacts).map(({ name }) => name)).toEqual(['Eka', 'Nur', 'Tini', 'Zul', 'Adi', 'Wati'])
  expect(contacts[0]?.name).toBe('Wati')
})

test('at most 500 contacts are kept', () => {
  const many = Array.from({ length: 501 }, (_, index) => contact(`Name ${String(index).padStart(3, '0')}`))
  const sorted = sortContacts(many.toReversed())
  expect([sorted.length, sorted[0]?.name, sorted.at(-1)?.name]).toEqual([CONTACT_LIMIT, 'Name 000', 'Name 499'])
})

test('words of a dictionary are highlighted, the longest match first, ignoring case', () => {
  const dictionary = { late: 'amber', 'late fee': 'red', 'C++ (x)': 'blue' }
  expect(highlight('A LATE FEE, then late; c++ (x)', dictionary)).toEqual([
    { text: 'A ', style: null },
    { text: 'LATE FEE', style: 'red' },
    { text: ', then ', style: null },
    { text: 'late', style: 'amber' },
    { text: '; ', style: null },
    { text: 'c++ (x)', style: 'blue' },
  ])
  expect(highlight('nothing', {})).toEqual([{ text: 'nothing', style: null }])
  expect(highlight('', dictionary)).toEqual([])
})

test('words with signs are highlighted in browsers that cannot escape a pattern themselves', () => {
  const native = RegExp.escape
  onTestFinished(() => {
    RegExp.escape = native
  })
  Reflect.deleteProperty(RegExp, 'escape')
  const word = String.raw`\^$.|?*+()[]{}-/`
  expect(highlight(`1${word}2`, { [word]: 'red' })).toEqual([
    { text: '1', style: null },
    { text: word, style: 'red' },
    { text: '2', style: null },
  ])
})

test('highlighting loses no character', () => {
  fc.assert(
    fc.property(fc.string(), fc.dictionary(fc.string(), fc.string()), (text, dictionary) => {
      expect(
        highlight(text, dictionary)
          .map((piece) => piece.text)
          .join(''),
      ).toBe(text)
    }),
  )
})

test('opening a reminder stores its identity', () => {
  expect(detailPageInfo({ loanAppId: 'L1' })).toEqual({ loanAppId: 'L1', contractNo: 'L1' })
  expect(detailPageInfo({ loanAppId: null })).toBeNull()
})

test('a maps service gets its own key, and never the token', async () => {
  const mapsHosts = ['maps.example']
  expect(placeUrl('Jl. Thamrin 1', { mapsKey: '', mapsHosts })).toBeNull()
  expect(placeUrl('Jl. Thamrin 1', { mapsKey: 'k', mapsHosts: [] })).toBeNull()
  const url = placeUrl('Jl. Thamrin 1', { mapsKey: 'k&y', mapsHosts })!
  expect(url).toBe('https://maps.example/maps/api/geocode/json?address=Jl.+Thamrin+1&key=k%26y')
  const { api, sent } = scriptedApi(() => json({}), { mapsHosts })
  await api.request(url)
  expect(sent.map(({ headers }) => headers.has('merchant-token'))).toEqual([false])
})
