import { toText } from '#contract/money.ts'
import type { MovementRecord } from '../movements/movementRow.ts'
import { wibMinute } from '../wib.ts'

const [WIDTH, HEIGHT] = [360, 240]
const LINE = 22

/** A bank transfer receipt: a PDF page with a few lines, in Latin-1. */
export function transferSlip(movement: MovementRecord): string {
  const lines = [
    'BUKTI TRANSFER',
    `Tanggal: ${wibMinute(movement.createTime)} WIB`,
    `Dari: ${movement.payerName}`,
    `Rekening: ${movement.payerAccount}`,
    `Kepada: ${movement.receiveName}`,
    `Rekening tujuan: ${movement.receiveAccount}`,
    `Jumlah: ${movement.currency} ${toText(movement.amount, movement.currency)}`,
    `Berita: ${movement.merchantOrderNo}`,
  ]
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

/** A PDF file of the objects, with the cross-reference table of their byte offsets. */
function file(objects: readonly string[]): string {
  let body = '%PDF-1.4\n'
  const offsets = objects.map((object, index) => {
    const offset = body.length
    body += `${index + 1} 0 obj\n${object}\nendobj\n`
    return offset
  })
  const table = ['0000000000 65535 f ', ...offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n `)].join('\n')
  const size = objects.length + 1
  return `${body}xref\n0 ${size}\n${table}\ntrailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF\n`
}
