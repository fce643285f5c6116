import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { sign, signatureOf, stringToSign } from '#contract/signing.ts'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const md5 = (text: string) => createHash('md5').update(text).digest('hex')

test('The signed text drops empty values and joins keys in code-point order without separators', () => {
  expect(stringToSign({ b: '2', a: '', B: 1, c: null, d: undefined, e: [], _sign: 'X' })).toBe('B1b2')
})

test('The signature is the upper-case hash of key, text and key', () => {
  const params = { receiveMerchantNo: 'M10000002', payAmount: '100000.00', remark: '' }
  expect(sign(params, 'test-key', { hash: sha256, now: 1_700_000_000_000 })).toEqual({
    receiveMerchantNo: 'M10000002',
    payAmount: '100000.00',
    _timestamp: '1700000000000',
    _sign: '9FB73C596AD6EB53A097754091A67A4D47FFA197C2EEFDAF59B109482CB46FFA',
  })
})

// Published test vector of the Taobao open platform, which uses this scheme with MD5.
test('The published test vector matches', () => {
  const params = {
    method: 'taobao.item.seller.get',
    app_key: '12345678',
    session: 'test',
    timestamp: '2016-01-01 12:00:00',
    format: 'json',
    v: '2.0',
    sign_method: 'md5',
    fields: 'num_iid,title,nick,price,num',
    num_iid: '11223344',
  }
  expect(signatureOf(params, 'helloworld', md5)).toBe('66987CB115214E59E6EC978214934FB8')
})
