import { toText } from '#contract/money.ts'
import type { MovementRecord } from '../movements/movementRow.ts'
import type { ReceiptFile } from '../movements/receipts.ts'
import { wibMinute } from '../wib.ts'

const [WIDTH, HEIGHT] = [360, 240]
const LINE = 22

/** What a bank hands to whoever sent money by hand: a page with a few lines, as PDF. */
export function transferSlip(record: MovementRecord): ReceiptFile {
  const lines = [
    'BUKTI TRANSFER',
    `Tanggal: ${wibMinute(record.createTime)} WIB`,
    `Dari: ${record.payerName}`,
    `Rekening: ${record.payerAccount}`,
    `Kepada: ${record.receiveName}`,
    `Rekening tujuan: ${record.receiveAccount}`,
    `Jumlah: ${record.currency} ${toText(record.amount, record.currency)}`,
    `Berita: ${record.merchantOrderNo}`,
  ]
  return { type: 'application/pdf', content: Buffer.from(pageOf(lines), 'latin1') }
}

function pageOf(lines: readonly string[]): string {
  const text = lines.map((line) => `(${line.replace(/[\\()]/g, '\\$&')}) '`).join('\n')
  const content = `BT /F 11 Tf ${LINE} TL 28 ${HEIGHT - 20} Td\n${text}\nET`
  return file([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${WIDTH} ${HEIGHT}] /Contents 4 0 R /Resources << /Font << /F 5 0 R >> >> >>`,
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ])
}

/** The objects under their numbers, and where in the file each begins. */
function file(objects: readonly string[]): string {
  let body = '%PDF-1.4\n'
  const places = objects.map((object, index) => {
    const place = body.length
    body += `${index + 1} 0 obj\n${object}\nendobj\n`
    return place
  })
  const table = ['0000000000 65535 f ', ...places.map((place) => `${String(place).padStart(10, '0')} 00000 n `)].join('\n')
  const size = objects.length + 1
  return `${body}xref\n0 ${size}\n${table}\ntrailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF\n`
}
