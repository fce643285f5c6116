/** -1 for money out, 1 for money in, 0 when a text does not say. */
export type Sign = -1 | 0 | 1

/** Words of a direction column, without spaces: English, Indonesian, Chinese, Vietnamese, Spanish. */
const MONEY_IN = `
  + in cr c credit incoming inflow income deposit moneyin paidin transferin
  k kr kredit masuk pemasukan penerimaan setoran danamasuk uangmasuk transfermasuk
  贷 贷方 贷记 收 收入 转入 汇入 存入 入账
  có ghicó ghico báocó tiềnvào
  haber abono crédito credito ingreso entrada depósito`
const MONEY_OUT = `
  - out dr db d debit outgoing outflow expense withdrawal withdraw moneyout paidout transferout
  debet keluar pengeluaran penarikan danakeluar uangkeluar transferkeluar
  借 借方 借记 支 支出 转出 汇出 支取 出账
  nợ ghinợ ghino báonợ tiềnra
  debe cargo débito debito egreso salida retiro`

const wordsOf = (text: string): string[] => text.trim().split(/\s+/)
const SIGNS: ReadonlyMap<string, -1 | 1> = new Map([
  ...wordsOf(MONEY_IN).map((word) => [word, 1] as const),
  ...wordsOf(MONEY_OUT).map((word) => [word, -1] as const),
])

/** -1 for the words of debit, 1 for those of credit, 0 for other text: cells of a direction column. */
export const signOfWord = (text: string): Sign =>
  SIGNS.get(
    text
      .normalize()
      .toLowerCase()
      .replace(/[.()_\s]/g, ''),
  ) ?? 0
