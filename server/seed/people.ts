import { type Chance, DIGITS } from './chance.ts'

const FIRST = `Agus Ahmad Aditya Andi Anisa Ayu Bagus Bambang Bayu Bella Budi Cahya Citra Dedi Desi Dewi Dian Dimas Dina Dwi
  Eka Eko Endang Fajar Farah Feri Fitri Galih Gita Hadi Hana Hendra Heru Iis Ika Ilham Indah Indra Intan Irfan Joko Kartika
  Kurnia Laras Lestari Lina Lukman Made Maya Mega Melati Muhammad Nadia Nanda Nia Novi Nur Nurul Ongky Putri Rahma Rani Ratna
  Rendi Reza Rina Rini Rizki Rudi Sari Satria Sigit Sinta Siti Slamet Sri Sulastri Surya Tari Taufik Teguh Tika Tono Tri Ujang
  Umar Vina Wahyu Wati Wawan Wayan Widya Wulan Yanti Yoga Yudi Yuni Yusuf Zahra`.split(/\s+/)

const LAST =
  `Anggraini Ardiansyah Aryanto Astuti Basuki Budiman Cahyono Damanik Darmawan Efendi Fauzi Firmansyah Ginting Gunawan
  Hakim Handayani Harahap Hartono Hasibuan Hidayat Hutapea Irawan Iskandar Jatmiko Kurniawan Kusuma Lubis Mahendra Maulana
  Mulyani Nainggolan Nasution Nugroho Nurhayati Pamungkas Pangestu Permana Pertiwi Pratama Prasetyo Purnomo Puspita Rahardjo
  Rahmawati Ramadhan Saputra Santoso Saragih Setiawan Siagian Simanjuntak Siregar Situmorang Subagyo Suharto Sukarno Sulistyo
  Suryadi Susanto Sutrisno Tambunan Tarigan Utami Wibowo Widodo Wijaya Winarno Wulandari Yulianti Zulkarnain`.split(/\s+/)

/** An account holder name. Some have a single name. */
export function personName(chance: Chance): string {
  const first = chance.pick(FIRST)
  if (chance.hits(0.07)) return first
  return chance.hits(0.25) ? `${first} ${chance.pick(FIRST)} ${chance.pick(LAST)}` : `${first} ${chance.pick(LAST)}`
}

const PREFIXES = ['0811', '0812', '0813', '0815', '0817', '0819', '0821', '0852', '0857', '0878', '0881', '0896'] as const

export const mobileNumber = (chance: Chance): string => chance.pick(PREFIXES) + chance.text(DIGITS, chance.hits(0.5) ? 8 : 7)
