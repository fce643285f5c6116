import { utils, write } from '@e965/xlsx'
import { SAMPLE_LINES, type SampleLine } from './sampleStatement.ts'

/** `1234567` as `1,234,567.00` or `1.234.567,00`. */
const grouped = (amount: number, thousands: string, decimal: string) =>
  `${String(Math.abs(amount)).replace(/\B(?=(\d{3})+$)/g, thousands)}${decimal}00`
const english = (amount: number) => grouped(amount, ',', '.')
const indonesian = (amount: number) => grouped(amount, '.', ',')

/** The amount of a line as the bank writes it; of the unreadable line, what a broken export leaves. */
const cell = ({ is }: SampleLine, written: string, broken = '7?.000') => (is === 'unreadable' ? broken : written)
const side = (line: SampleLine, isOut: boolean, format: (amount: number) => string, empty = '') =>
  line.amount < 0 === isOut ? cell(line, format(line.amount)) : empty
const quoted = (cells: readonly string[], between = ',') => cells.map((one) => `"${one.replaceAll('"', '""')}"`).join(between)
const lines = (render: (line: SampleLine, at: number) => string, end = '\n') => SAMPLE_LINES.map(render).join(end)

const utf16 = (text: string) => {
  const bytes = new Uint8Array(2 + text.length * 2)
  const view = new DataView(bytes.buffer)
  view.setUint16(0, 0xfeff, true)
  for (let at = 0; at < text.length; at++) view.setUint16(2 + at * 2, text.charCodeAt(at), true)
  return bytes
}
const windows1252 = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0))

/** Each layout as customers of the bank get it, with its oddities. */
export const BANK_LAYOUTS: Readonly<Record<string, () => string | Uint8Array>> = {
  'BCA: preamble, apostrophe before dates without a year, amounts in English notation, footer of totals':
    () => `Informasi Rekening - Mutasi Rekening
No. rekening : ,1234567890
Nama : ,PT TOKO MAJU
Periode : ,01/11/2026 - 30/11/2026
Kode Mata Uang : ,IDR

Tanggal Transaksi,Keterangan,Cabang,Jumlah,,Saldo
${lines((line) => `'21/11,"TRSF E-BANKING ${line.amount < 0 ? 'DB' : 'CR'} 2111/FTSCY/WS95031 ${line.number} ${line.name}",'0000,"${cell(line, english(line.amount))}",${line.amount < 0 ? 'DB' : 'CR'},"${english(line.balance)}"`)}
Saldo Awal,:,"5,000,000.00",,,
Mutasi Debet,:,"60,000.00",1,,
Mutasi Kredit,:,"1,922,000.00",7,,
Saldo Akhir,:,"6,862,000.00",,,
`,
  'Mandiri: account number first, credit and debit columns, zeros in the empty one':
    () => `AccountNo,Ccy,PostDate,Remarks,AdditionalDesc,Credit Amount,Debit Amount,Close Balance
${lines((line) => quoted(['1230098765432', 'IDR', `21/11/2026 ${line.time.replaceAll(':', '.')}`, `MCM InhouseTrf DARI ${line.name}`, `Ref ${line.number}/OK`, side(line, false, english, '0.00'), side(line, true, english, '0.00'), english(line.balance)]), '\r\n')}
`,
  'BRI: ISO dates first, plain decimals, sequence numbers and a running balance':
    () => `TGL_TRAN,JAM_TRAN,SEQ,DESK_TRAN,MUTASI_DEBET,MUTASI_KREDIT,SALDO_AKHIR_MUTASI
${lines((line, at) => `2026-11-21,${line.time},${at + 1},BRIVA${line.number}NBMB ${line.name},${side(line, true, (one) => `${Math.abs(one)}.00`, '0.00')},${side(line, false, (one) => `${one}.00`, '0.00')},${line.balance}.00`)}
`,
  'BNI: quoted, journal numbers, a column for D and K':
    () => `"Post Date";"Value Date";"Branch";"Journal No.";"Description";"Amount";"Db/Cr";"Balance"
${lines((line, at) => quoted([`21/11/26 ${line.time}`, '21/11/26', 'JAKARTA', String(877_001 + at), `TRF/PAY/TOP-UP ECHANNEL ${line.number} | ${line.name}`, cell(line, english(line.amount)), line.amount < 0 ? 'D' : 'K', english(line.balance)], ';'))}
`,
  'QRIS acquirer: workbook with gross, MDR and net, dates of Excel': () => {
    const rows = [
      ['Laporan Settlement QRIS'],
      [],
      ['Tanggal Transaksi', 'RRN', 'Order ID', 'Nominal', 'MDR', 'Net Settlement', 'Status'],
      ...SAMPLE_LINES.map((line, at) => [
        new Date(Date.UTC(2026, 10, 21, 8 + at, 15, 30)),
        `6325${String(11_220_033 + at)}`,
        line.merchantNumber,
        line.is === 'unreadable' ? '#N/A?' : line.amount,
        Math.round(line.amount * 0.007),
        line.amount - Math.round(line.amount * 0.007),
        line.amount < 0 ? 'REFUND' : 'SETTLED',
      ]),
    ]
    const sheet = utils.aoa_to_sheet(rows, { UTC: true, cellDates: false } as never)
    return new Uint8Array(write(utils.book_new(sheet, 'Settlement'), { type: 'array', bookType: 'xlsx' }))
  },
  'MT940: wrapped information, envelope of SWIFT': () => `{1:F01CENAIDJAXXX0000000000}{2:I940XXXXXXXXXXXXN}{4:
:20:STMT2611210001
:25:1234567890
:28C:00021/001
:60F:C261121IDR5000000,00
${lines((line) =>
  `:61:2611211121${line.amount < 0 ? 'D' : 'C'}${line.is === 'unreadable' ? '75O00,00' : `${Math.abs(line.amount)},00`}NTRF${line.merchantNumber}//FT26325${line.time.replaceAll(':', '')}
:86:TRANSFER DARI ${line.name} BERITA ${line.number.slice(0, 12)}
${line.number.slice(12)}`.replace(/(:86:)(.*)\n(.*)$/, (_, tag, one, two) => `${tag}${one.padStart(65, '.')}\n${two}`),
)}
:62F:C261121IDR6862000,00
-}`,
  'CAMT.053: a batch booking whose transactions are lines, single bookings, a reversal': () => {
    const single = (line: SampleLine) =>
      `<Ntry><Amt Ccy="IDR">${cell(line, `${Math.abs(line.amount)}.00`)}</Amt><CdtDbtInd>${line.amount < 0 ? 'DBIT' : 'CRDT'}</CdtDbtInd>${line.is === 'refund' ? '<RvslInd>true</RvslInd>' : ''}<Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>2026-11-21</Dt></BookgDt><NtryDtls><TxDtls>${details(line)}</TxDtls></NtryDtls></Ntry>`
    const details = (line: SampleLine) =>
      `<Refs><EndToEndId>${line.merchantNumber}</EndToEndId></Refs><RltdPties><Dbtr><Pty><Nm>${line.name} &amp; Co</Nm></Pty></Dbtr></RltdPties><RmtInf><Ustrd>Payment ${line.number}</Ustrd></RmtInf>`
    const batch = SAMPLE_LINES.slice(0, 4)
    const total = batch.reduce((sum, { amount }) => sum + amount, 0)
    return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt><Id>1</Id>
<Bal><Tp><CdOrPrtry><Cd>OPBD</Cd></CdOrPrtry></Tp><Amt Ccy="IDR">5000000.00</Amt><CdtDbtInd>CRDT</CdtDbtInd></Bal>
<Bal><Tp><CdOrPrtry><Cd>CLBD</Cd></CdOrPrtry></Tp><Amt Ccy="IDR">6862000.00</Amt><CdtDbtInd>CRDT</CdtDbtInd></Bal>
<Ntry><Amt Ccy="IDR">${total}.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>2026-11-21</Dt></BookgDt><NtryDtls><Btch><NbOfTxs>4</NbOfTxs></Btch>${batch.map((line) => `<TxDtls><Amt Ccy="IDR">${line.amount}.00</Amt><CdtDbtInd>CRDT</CdtDbtInd>${details(line)}</TxDtls>`).join('')}</NtryDtls></Ntry>
${SAMPLE_LINES.slice(4).map(single).join('\n')}
</Stmt></BkToCstmrStmt></Document>`
  },
  'Permata: semicolons, rupiah signs, Indonesian notation, a BOM': () => `\uFEFFTgl. Posting;Uraian Transaksi;Nominal;D/K;Saldo
${lines((line) => `21-Nov-2026;VA 8${line.number.slice(-10)} ${line.merchantNumber} ${line.name};${cell(line, `Rp ${indonesian(line.amount)}`)};${line.amount < 0 ? 'D' : 'K'};Rp ${indonesian(line.balance)}`, '\r\n')}
`,
  'CIMB Niaga: tabs in UTF-16, letters after the amount': () =>
    utf16(`Transaction Date\tTransaction Details\tReference No.\tAmount\tBalance
${lines((line) => `21 Nov 2026 ${line.time}\tIncoming transfer ${line.name}\t${line.number}\t${cell(line, english(line.amount))} ${line.amount < 0 ? 'DR' : 'CR'}\t${english(line.balance)}`)}
`),
  'Excel: apostrophes, zero-width spaces, parentheses for money out': () => `Date,Order No,Amount,Payer
${lines((line) => `11/21/2026,'${line.number}\u200B,"${cell(line, line.amount < 0 ? `(${english(line.amount)})` : english(line.amount))}",${line.name}`)}
`,
  'Spanish bank: Windows-1252, minus signs, decimal commas': () =>
    windows1252(
      `Fecha;Concepto;Importe;Saldo\r\n${lines((line) => `21/11/2026;Transferencia a favor de peñaloza ${line.name} ${line.number};${cell(line, `${line.amount < 0 ? '-' : ''}${indonesian(line.amount)}`)};${indonesian(line.balance)}`, '\r\n')}\r\n`,
    ),
  'Chinese bank: full titles, credit and debit columns': () => `交易日期,摘要,贷方金额,借方金额,余额,订单号
${lines((line) => `20261121,转账 ${line.name},${side(line, false, (one) => `${one}.00`)},${side(line, true, (one) => `${-one}.00`)},${line.balance}.00,${line.number}`)}
`,
  'Pasted sentences': () =>
    lines(
      (line) =>
        `${line.name} paid ${line.amount < 0 ? '-' : ''}${cell(line, `Rp${grouped(line.amount, '.', ',')}`, 'Rp7?.000')} for order ${line.number}.`,
    ),
}
