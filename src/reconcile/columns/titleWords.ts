import type { ColumnRole } from '../layout.ts'

/** Titles of a column that only says which way the money went. */
const DIRECTION =
  /^(d\/?[ck]|c\/?d|db\/?cr|cr\/?db|dr\/?cr|cr\/?dr|d\/c mark|mutasi d\/k|sign|dk|dc|direction|arah|(debit|credit|kredit|debet)\/(debit|credit|kredit|debet)|in\/out|masuk\/keluar|借贷(标志|方向)?|收\/?支(类型|方向)?|(ghi )?(nợ|có)\/(ghi )?(nợ|có)|(debe|haber|cargo|abono)\/(debe|haber|cargo|abono))$/

/** Words of titles by role, in English, Indonesian, Chinese, Vietnamese and Spanish. The first role that fits wins. */
const TITLES: readonly (readonly [ColumnRole, RegExp])[] = [
  ['direction', DIRECTION],
  ['balance', /saldo|balance|余额|結餘|số dư|so du|running/],
  ['currency', /^(currency|mata uang|ccy|curr|valuta|币种|tiền tệ|moneda|divisa)$/],
  ['fee', /\bmdr\b|\bfee|biaya|ongkos|charge|komisi|commission|手续费|phí|\bphi\b|comisi[oó]n|\btarif/],
  ['net', /\bnett?\b|diterima|settled? amount|settlement amount|payout amount|净额|thực nhận|neto/],
  [
    'direction',
    /^((transaction |trx )?type|(jenis|tipe)( transaksi| mutasi)?|(交易)?类型|loại( giao dịch)?|tipo( de (movimiento|operaci[oó]n|transacci[oó]n))?)$/,
  ],
  ['credit', /kredit|credit|\bcr\b|masuk|money in|deposit|贷方|收入|ghi có|ghi co|abono|haber|ingreso/],
  ['debit', /debet|debit|\bdb\b|\bdr\b|keluar|money out|withdraw|借方|支出|ghi nợ|ghi no|cargo|debe/],
  [
    'account',
    /^(no\.? ?|nomor |number )?rek(ening)?\.?( .*)?$|account (no|number)|^account$|accountno|账号|账户|số tài khoản|cuenta/,
  ],
  [
    'number',
    /order|invoice|inv\b|\bref\b|ref\.|referen|\brrn\b|trx ?id|trans(action)?[ _]?(id|no)|merchant.*(no|id|number)|nomor (pesanan|transaksi|order)|no\.? ?(transaksi|pesanan|order|va|bukti|jurnal)|virtual|journal|订单|流水|单号|mã|pedido|factura/,
  ],
  [
    'name',
    /^(nama|name|payer|sender|pengirim|penerima|customer|pelanggan|receiver|beneficiary|户名|付款人|tên|nombre|titular)|nama |payer name|customer name/,
  ],
  [
    'description',
    /keterangan|uraian|desk?ripsi|description|remark|narrati|details?|berita|catatan|memo|摘要|备注|diễn giải|nội dung|concepto|detalle/,
  ],
  ['time', /^(jam|time|waktu|hora|giờ|时间)$/],
  ['date', /tanggal|tgl|date|waktu|\btime\b|日期|时间|ngày|fecha|posting|valuta/],
  ['amount', /jumlah|nominal|amount|nilai|mutasi|gross|bruto|金额|số tiền|importe|monto/],
]

/** The role that a title names; null when it names none. */
export function roleOfTitle(title: string): ColumnRole | null {
  const text = plainTitle(title)
  return text === '' ? null : (TITLES.find(([, words]) => words.test(text))?.[0] ?? null)
}

/** Whether a title names the direction of the money and nothing else: `D/C`, not `Type`. */
export const namesDirectionOnly = (title: string): boolean => DIRECTION.test(plainTitle(title))

const plainTitle = (title: string): string =>
  title
    .normalize()
    .toLowerCase()
    .replace(/[_\s]+/g, ' ')
    .trim()
