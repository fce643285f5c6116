/** The names of each month, long and short, as English, Indonesian and Spanish files and spreadsheets write them. */
export const MONTH_NAMES = [
  'jan januari january ene enero',
  'feb februari february febrero',
  'mar maret march marzo',
  'apr april abr abril',
  'may mei mayo',
  'jun juni june junio',
  'jul juli july julio',
  'aug agu agt ags agustus august ago agosto',
  'sep sept september septiembre',
  'oct okt oktober october octubre',
  'nov november nopember noviembre',
  'dec des desember december dic diciembre',
] as const
