import { describe, expect, test } from 'vitest'
import { keysFaults } from '../../src/screens/settings/keys/Keys.tsx'
import { subMerchantFaults } from '../../src/screens/settings/subMerchants/useSubMerchantForm.ts'

const pem = (kind: string, text = 'MIIBIjANBgkq\nhkiG9w0B/+A=') => `-----BEGIN ${kind}-----\n${text}\n-----END ${kind}-----`

describe('keys and callback addresses', () => {
  const faultOf = (name: 'merchantPublicKey' | 'payinNotifyAddress' | 'payoutNotifyAddress', text: string) =>
    keysFaults({ merchantPublicKey: '', payinNotifyAddress: '', payoutNotifyAddress: '', [name]: text })

  test.each([
    ['nothing', '', null],
    ['a public key', pem('PUBLIC KEY'), null],
    ['a public key between empty lines', `\n${pem('PUBLIC KEY')}\n`, null],
    ['a private key', pem('PRIVATE KEY'), 'settings.public.private'],
    ['a private key of OpenSSL', pem('RSA PRIVATE KEY'), 'settings.public.private'],
    ['a private key after the public one', `${pem('PUBLIC KEY')}\n${pem('PRIVATE KEY')}`, 'settings.public.private'],
    ['a certificate', pem('CERTIFICATE'), 'rule.format'],
    ['a key without its lines', 'MIIBIjANBgkq', 'rule.format'],
    ['a key with other characters', pem('PUBLIC KEY', 'MIIB<script>'), 'rule.format'],
  ])('%s', (_, text, fault) => {
    expect(faultOf('merchantPublicKey', text)).toEqual(fault === null ? {} : { merchantPublicKey: fault })
  })

  test.each([
    ['', null],
    ['https://shop.example/callback', null],
    ['shop.example/callback', 'settings.address.rule'],
    ['ftp://shop.example', 'settings.address.rule'],
    [`https://shop.example/${'a'.repeat(255)}`, 'rule.tooLong'],
  ])('the address %j', (text, fault) => {
    for (const name of ['payinNotifyAddress', 'payoutNotifyAddress'] as const)
      expect(faultOf(name, text)).toEqual(fault === null ? {} : { [name]: fault })
  })
})

describe('a sub-merchant', () => {
  const SOUND = {
    merchantName: 'Toko Satu',
    username: 'toko.satu',
    newPassword: 'Passw0rd',
    confirmPwd: 'Passw0rd',
    mobile: '',
    nationalId: '',
    feeType: 'RATE',
    feeRate: '0.015',
    merchantFee: '',
    status: 'ACTIVE',
    payinNotifyAddress: '',
    payoutNotifyAddress: '',
  }
  type Field = keyof typeof SOUND
  const faultsIn = (typed: Partial<typeof SOUND>, fields = Object.keys(SOUND) as Field[]) =>
    subMerchantFaults({ ...SOUND, ...typed }, fields, 2026)

  test('nothing is wrong, or only the shown fields are', () => {
    expect(faultsIn({})).toEqual({})
    expect(faultsIn({ username: '', mobile: '1' }, ['mobile'])).toEqual({ mobile: 'settings.mobile.rule' })
  })

  test.each([
    ['RATE', '', '', { feeRate: 'rule.required' }],
    ['RATE', '0.015', 'any', {}],
    ['RATE', '0', '', { feeRate: 'settings.rate.rule' }],
    ['RATE', '1', '', { feeRate: 'settings.rate.rule' }],
    ['RATE', '1.5', '', { feeRate: 'settings.rate.rule' }],
    ['RATE', '0.0001', '', {}],
    ['FIXED', '', '', { merchantFee: 'rule.required' }],
    ['FIXED', 'any', '2500.50', {}],
    ['FIXED', '', '0', {}],
    ['FIXED', '', '2500.505', { merchantFee: 'settings.fee.rule' }],
    ['FIXED', '', '-1', { merchantFee: 'settings.fee.rule' }],
    ['MIXED', '', '', { feeRate: 'rule.required', merchantFee: 'rule.required' }],
    ['MIXED', '0.01', '500', {}],
  ])('with the fee type %s, the rate %j and the fee %j', (feeType, feeRate, merchantFee, faults) => {
    expect(faultsIn({ feeType, feeRate, merchantFee })).toEqual(faults)
  })

  test.each([
    ['mobile', '081234567890', null],
    ['mobile', '+62 812-3456-7890', null],
    ['mobile', '0812', 'settings.mobile.rule'],
    ['mobile', 'toko', 'settings.mobile.rule'],
    ['username', '', 'rule.required'],
    ['username', ' toko.satu ', null],
    ['username', 'ab', 'rule.loginName'],
    ['username', 'toko satu', 'rule.loginName'],
    ['username', 'a'.repeat(65), 'rule.loginName'],
    ['merchantName', '  ', 'rule.required'],
    ['merchantName', 'n'.repeat(65), 'rule.tooLong'],
    ['confirmPwd', '', 'rule.required'],
    ['confirmPwd', 'Passw0rd2', 'pwdCompareError'],
    ['feeType', '', 'rule.required'],
    ['status', '', 'rule.required'],
  ] as const)('its %s %j has the fault %s', (name, text, fault) => {
    expect(faultsIn({ [name]: text })[name] ?? null).toBe(fault)
  })
})
