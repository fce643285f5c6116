/**
 * What support agents, accountants and clerks type into the palette, and the command that they want. A line with command ids begins a
 * block; any of the ids is right. `@staff` and `@agent` name the account, a merchant by default, `@payout` the open list, payins by
 * default, and `@selected` a selected row. A line below it is a language and what its speakers type.
 */
export const QUERIES = `
withdraw.start nav.account.withdraw
  zh 提现, tixian, tx, 提款, 下发, xiafa, 申请提现, 出金, 取款
  en withdraw, wd, withdrawal, cash out, withdrw, wihtdraw, take money out, cashout
  id tarik, tarik dana, tarik saldo, penarikan, wd, pencairan, cairkan, cairkan dana
  vi rút tiền, rut tien, rút, rut, rutien
  es retirar, retiro, retirar dinero, sacar dinero
recharge.online nav.account.recharge
  zh 充值, chongzhi, cz, 入金, 在线充值, 充钱
  en topup, top up, top-up, recharge, deposit, add funds, add money, fund account, rechage
  id topup, top up, isi saldo, isi ulang, setor, deposit
  vi nạp tiền, nap tien, nạp, nap
  es recargar, recarga, depositar, cargar saldo
recharge.offline
  zh 线下充值, 离线充值, xianxiachongzhi, xxcz
  en offline recharge, offline topup, bank transfer topup, manual topup
  id isi saldo manual, topup manual, topup offline
  vi nạp tiền ngoại tuyến, nap thu cong
  es recarga manual, recarga fuera de linea
transfer.start nav.account.transfer
  zh 转账, zhuanzhang, zz, 划转, 内部转账, 转给子商户
  en transfer, send money, move money, tranfer, internal transfer
  id transfer, kirim uang, pindah dana, pemindahan
  vi chuyển tiền, chuyen tien, chuyển khoản, chuyen khoan
  es transferir, transferencia, enviar dinero
account.balance
  zh 余额, yue, ye, 查余额, 账户余额, 可用余额, 还有多少钱, chayue
  en balance, my balance, bal, how much money, available balance, show balance, balence
  id saldo, cek saldo, sisa saldo, saldo saya, lihat saldo
  vi số dư, so du, xem số dư, xem so du
  es saldo, ver saldo, mi saldo, balance
account.copyBalance
  zh 复制余额, fuzhiyue
  en copy balance
  id salin saldo
  vi sao chép số dư, sao chep so du
  es copiar saldo
nav.dashboard
  zh 首页, shouye, sy, 仪表盘, 看板, 概览, 主页, yibiaopan
  en dashboard, home, overview, main page, dashbord, start page
  id dasbor, beranda, ringkasan, dashboard
  vi bảng điều khiển, bang dieu khien, trang chủ, trang chu, tổng quan
  es panel, inicio, tablero, resumen
nav.txn.payin
  zh 代收, daishou, ds, 代收订单, 收款, 收款订单, 入款, dsdd
  en payin, payins, pay in, pay-in, collections, incoming payments, payin orders, deposits list, pyain
  id payin, uang masuk, pembayaran masuk, transaksi masuk, pesanan payin
  vi thu hộ, thu ho, đơn thu, don thu, tiền vào, tien vao
  es cobros, cobro, pagos entrantes, payin
nav.txn.payout
  zh 代付, daifu, df, 代付订单, 付款订单, 打款, 出款, dakuan
  en payout, payouts, pay out, pay-out, disbursement, disbursements, outgoing payments, payuot
  id payout, uang keluar, pencairan ke rekening, disbursement, transaksi keluar, kirim dana
  vi chi hộ, chi ho, đơn chi, don chi, tiền ra, tien ra
  es pagos salientes, payout, desembolso, dispersion
nav.txn.checkout
  zh 收银台, shouyintai, syt
  en checkout, checkouts, checkout list, payment page
  id checkout, halaman bayar, kasir
  vi thanh toán, thanh toan, trang thanh toán
  es checkout, caja, pagina de pago
nav.txn.withdraw
  zh 提现记录, tixianjilu, 提现列表, 提现明细
  en withdraw history, withdrawals list, withdrawal records, withdraw list
  id riwayat penarikan, daftar penarikan, riwayat wd
  vi lịch sử rút tiền, lich su rut tien
  es historial de retiros, lista de retiros
nav.txn.recharge
  zh 充值记录, chongzhijilu, 充值列表
  en recharge history, topup history, recharge list, deposit history
  id riwayat topup, riwayat isi saldo, daftar isi saldo
  vi lịch sử nạp tiền, lich su nap tien
  es historial de recargas, lista de recargas
nav.account.daily
  zh 日报, ribao, 日报表, 每日汇总, 日结, 每日账单, 报表, baobiao
  en daily report, daily summary, report, daily, reports, daily totals
  id rekap, rekap harian, laporan, laporan harian
  vi báo cáo, bao cao, báo cáo ngày, bao cao ngay
  es reporte, informe diario, reporte diario, resumen diario
nav.account.detail
  zh 流水, liushui, ls, 资金流水, 账户明细, 账单, 资金明细, zijinmingxi
  en ledger, statement, account history, transactions, account statement, mutations, bookkeeping
  id mutasi, mutasi rekening, buku besar, riwayat saldo, mutasi saldo
  vi sao kê, sao ke, sổ cái, lịch sử số dư
  es movimientos, extracto, estado de cuenta, libro mayor
nav.account.info
  zh 账户信息, zhanghuxinxi, 费率, feilv, 限额, 手续费
  en account info, fees, limits, fee, my fees, rates
  id info akun, biaya, tarif, limit
  vi phí, biểu phí, hạn mức, han muc, thông tin tài khoản
  es tarifas, comisiones, limites, informacion de cuenta
nav.merchant.info
  zh 商户信息, 商户资料, shanghuxinxi, shxx, 商户号
  en merchant info, merchant profile, company info, my merchant number, merchant details
  id info merchant, profil merchant, data merchant
  vi thông tin merchant, thong tin merchant, hồ sơ
  es datos del comercio, perfil, informacion del comercio
nav.merchant.secret secret.reveal
  zh 密钥, miyao, my, 商户密钥, 公钥, 私钥
  en secret, api key, keys, apikey, secret key, private key, api keys
  id kunci api, kunci rahasia, api key
  vi khóa bí mật, khoa bi mat, khóa api
  es clave secreta, clave api, llaves
secret.reset secret.resetPair
  zh 重置密钥, 更换密钥, chongzhimiyao
  en reset secret, rotate key, new api key, regenerate key
  id reset kunci, ganti kunci
  vi đặt lại khóa, doi khoa
  es restablecer clave, nueva clave
nav.merchant.iplist iplist.edit
  zh 白名单, baimingdan, bmd, ip白名单, ip
  en whitelist, ip whitelist, ip list, allowlist, ip, allowed ips, whitlist
  id daftar ip, ip diizinkan
  vi danh sách ip, danh sach ip, danh sách trắng
  es lista blanca, ips permitidas, lista de ip
iplist.addApi
  zh 添加ip, 加ip, 加白, 加白名单
  en add ip, whitelist my ip, new ip
  id tambah ip
  vi thêm ip, them ip
  es agregar ip, añadir ip
nav.merchant.sub
  zh 子商户, zishanghu, zsh, 下级商户, 子账号
  en sub merchants, submerchant, sub-merchants, submerchants, sub accounts
  id sub merchant, anak merchant, submerchant
  vi merchant con, đại lý con
  es subcomercios, sub comercios
sub.create sub.quickAdd
  zh 新增子商户, 添加子商户, 新建子商户
  en new sub merchant, add submerchant, create sub-merchant
  id tambah sub merchant, buat submerchant
  vi thêm merchant con, tao merchant con
  es nuevo subcomercio, crear subcomercio
nav.dev.simulation
  zh 模拟, moni, 测试, 模拟支付, 沙箱
  en simulate, simulation, sandbox, test payment, testing
  id simulasi, uji coba, tes
  vi mô phỏng, mo phong, thử nghiệm
  es simulacion, pruebas, simular
nav.dev.callbacks
  zh 回调记录, 回调日志, huidiaojilu, 通知记录
  en callbacks, callback log, webhook, webhooks, callback history, webhook log
  id riwayat callback, log callback, webhook
  vi lịch sử callback, lich su callback
  es webhooks, registro de callbacks
nav.dev.signature
  zh 签名, qianming, 验签, 签名工具, 验证签名
  en sign, signature, verify signature, signing, check signature, signture
  id tanda tangan, cek tanda tangan
  vi chữ ký, chu ky
  es firma, verificar firma
nav.dev.doc
  zh 文档, wendang, 接口文档, api文档, 对接文档
  en docs, api docs, documentation, api, developer docs
  id dokumentasi, dokumen api
  vi tài liệu, tai lieu, tài liệu api
  es documentacion, documentos api
nav.settings.password
  zh 改密码, gaimima, gmm, 修改密码, xgmm, 登录密码, 密码
  en change password, password, pwd, login password, passwd, pasword
  id ganti password, ganti kata sandi, ubah password, kata sandi
  vi đổi mật khẩu, doi mat khau, mật khẩu
  es cambiar contraseña, cambiar contrasena, contraseña, clave de acceso
nav.settings.txnPassword
  zh 交易密码, jiaoyimima, jymm, 支付密码, zhifumima, 资金密码
  en tx pwd, transaction password, payment password, money password, txn pwd, payment pin, pin
  id password transaksi, ubah pin, kata sandi transaksi, ganti pin
  vi mật khẩu giao dịch, mat khau giao dich
  es contraseña de transaccion, pin de pago
nav.settings.preferences
  zh 设置, shezhi, sz, 偏好, 系统设置, 个人设置
  en settings, preferences, prefs, options, configuration, setings
  id pengaturan, setelan, preferensi, seting
  vi cài đặt, cai dat, thiết lập
  es ajustes, configuracion, preferencias
nav.settings.history
  zh 操作记录, 操作日志, caozuojilu, 操作历史
  en history, activity, my activity, audit log, what did i do
  id riwayat, riwayat aktivitas, log aktivitas
  vi lịch sử, lich su, nhật ký hoạt động
  es historial, actividad, registro de actividad
payin.notify
  zh 回调, huidiao, 补发, 重发回调, 补发回调, 重新通知, 通知, 补单, budan
  en notify, resend, resend callback, re-notify, renotify, callback, send again, retry callback, nofity, resned, send webhook
  id kirim ulang, kirim ulang callback, resend, ulangi callback, notifikasi ulang, kirim notifikasi
  vi gửi lại, gui lai, gửi lại callback, thông báo lại, thong bao lai
  es reenviar, reenviar callback, notificar, volver a notificar
list.notifySelected @selected
  zh 批量通知, 批量回调, 批量补发
  en notify selected, bulk notify, notify all selected
  id kirim ulang terpilih, notifikasi massal
  vi thông báo đã chọn, gui lai da chon
  es notificar seleccionados, reenviar seleccionados
payin.check
  zh 查单, chadan, 查询状态, 同步状态, 查渠道
  en check status, sync status, query channel, check with channel, ask the bank
  id cek status, periksa status
  vi kiểm tra trạng thái, kiem tra trang thai
  es verificar estado, consultar estado
payin.close
  zh 关闭订单, 关单, guandan, 作废
  en close payin, close order, void, void order, cancel payin
  id tutup pesanan, batalkan payin
  vi đóng đơn, dong don, hủy đơn thu
  es cerrar orden, anular
payin.accept @staff
  zh 接受代收, 处理异常, 少付, 金额不符
  en accept payin, resolve exception, accept underpaid
  id terima payin, terima kurang bayar
  vi chấp nhận đơn thu, xu ly bat thuong
  es aceptar cobro, resolver excepcion
payin.reject @staff
  zh 拒绝代收, 驳回代收
  en reject payin, refuse payin
  id tolak payin
  vi từ chối đơn thu
  es rechazar cobro
payout.cancel @payout
  zh 取消代付, 取消付款, 撤单
  en cancel payout, cancle payout, stop payout, abort payout
  id batalkan payout, batal payout
  vi hủy đơn chi, huy don chi
  es cancelar payout, cancelar pago
payout.retry @payout
  zh 重试代付, 重新打款, 重新付款
  en retry payout, pay again, resend payout, try payout again
  id ulangi payout, coba lagi payout, kirim ulang payout
  vi thử lại đơn chi, thu lai don chi
  es reintentar payout, reintentar pago
payout.receipt @payout
  zh 回单, huidan, 凭证, pingzheng, 水单, 电子回单, 打印回单
  en receipt, slip, proof of payment, transfer slip, reciept, proof
  id struk, tanda terima, bukti transfer, kwitansi, bukti bayar
  vi biên lai, bien lai, phiếu chuyển tiền
  es recibo, comprobante, comprobante de pago
payout.notify @payout
  en resend callback
  zh 重发回调
  id kirim ulang callback
order.reconcile
  zh 已对账, 核对, 标记已对账, yiduizhang, 对上了
  en reconciled, mark reconciled, tick off, mark as matched
  id sudah cocok, tandai cocok, rekonsiliasi
  vi đã đối soát, da doi soat
  es conciliado, marcar conciliado
reconcile.start nav.reconcile order.reconcile
  zh 对账, duizhang, dz
  en reconcile, reconciliation
  vi đối soát, doi soat
  es conciliar, conciliacion
order.note
  zh 添加备注, 备注, 写备注, beizhu
  en note, add note, comment, write a note
  id catatan, tambah catatan, komentar
  vi ghi chú, ghi chu, thêm ghi chú
  es nota, añadir nota, comentario
order.assignMe
  zh 分配给我, 认领, 我来
  en assign to me, take it, claim, mine
  id tugaskan ke saya, ambil
  vi giao cho tôi, nhận đơn
  es asignarme, tomar
order.assign
  zh 分配给同事, 指派, 转交
  en assign, assign to, hand over, reassign, colleague
  id tugaskan, serahkan, rekan
  vi giao cho, chuyển cho, đồng nghiệp
  es asignar a, delegar, reasignar
order.dispute
  zh 差异, 有问题, 标记差异, 异常, chayi
  en discrepancy, dispute, mismatch, mark wrong, flag
  id selisih, tandai selisih, tidak cocok
  vi sai lệch, sai lech
  es discrepancia, diferencia, no coincide
order.jump
  zh 查订单, 找订单, 订单号, dingdanhao
  en find order, order number, go to order, search order, order
  id cari pesanan, nomor pesanan, cari order
  vi tìm đơn, tim don, mã đơn
  es buscar orden, numero de orden
order.byVa
  zh va, 虚拟账号, 虚拟账户
  en va, virtual account, va number, find va
  id va, nomor va, cari va
  vi tài khoản ảo, tai khoan ao
  es cuenta virtual
reconcile.start nav.reconcile
  zh 批量查询, 批量查单, piliangchaxun
  en bulk search, many orders, search many, paste list, batch lookup
  id cari banyak, cari massal
  vi tra cứu hàng loạt, tim nhieu don
  es buscar varias, busqueda masiva
list.export export.payin export.payout
  zh 导出, daochu, dc, 下载, 导出表格, excel
  en export, csv, excel, download, dl csv, exprot, spreadsheet, xls
  id ekspor, unduh, eksport, unduh csv
  vi xuất, xuat, tải xuống, tai xuong, xuất excel
  es exportar, descargar, descargar csv, excel
list.refresh
  zh 刷新, shuaxin, sx, 重新加载
  en refresh, reload, reload list, refrsh, update list
  id muat ulang, segarkan, refresh
  vi làm mới, lam moi, tải lại
  es actualizar, recargar lista, refrescar
list.resetFilters
  zh 清空筛选, 重置筛选, 清除条件, 重置
  en clear filter, reset filter, clear filters, remove filters, show all
  id hapus filter, reset filter, bersihkan filter
  vi xóa lọc, xoa loc, bỏ lọc
  es quitar filtros, limpiar filtros, borrar filtro
list.focusFilter list.editFilter list.filter
  zh 筛选, shaixuan, 过滤, 搜索
  en filter, filtr, search list
  id saring, filter
  vi lọc, loc
  es filtrar, filtro
range.today
  zh 今天, jintian, jt, 今日
  en today, todays orders
  id hari ini
  vi hôm nay, hom nay
  es hoy
range.month
  zh 本月, benyue, 这个月
  en this month, month
  id bulan ini
  vi tháng này, thang nay
  es este mes
range.week
  zh 本周, benzhou, 这周
  en this week, week
  id minggu ini
  vi tuần này, tuan nay
  es esta semana
range.last7
  zh 最近7天, 近7天, 最近一周
  en last 7 days, last week, past week, 7 days
  id 7 hari terakhir
  vi 7 ngày qua, 7 ngay qua
  es ultimos 7 dias
list.pageSize
  zh 每页条数, 每页100条, 一页100
  en 100 rows, page size, rows per page, 100 per page
  id 100 baris, baris per halaman
  vi số dòng mỗi trang, 100 dong
  es filas por pagina, 100 filas
list.columns
  zh 列设置, 显示列, 隐藏列
  en columns, hide column, show columns, choose columns
  id kolom, pilih kolom
  vi cột, chọn cột, chon cot
  es columnas, elegir columnas
density
  zh 紧凑, 行高
  en density, compact, row height, compact rows
  id kepadatan, rapat
  vi mật độ, mat do
  es densidad, compacto
list.sort
  zh 排序, paixu
  en sort, sort by, order by
  id urutkan
  vi sắp xếp, sap xep
  es ordenar
view.save
  zh 保存视图, 保存筛选
  en save view, save filter, bookmark filter
  id simpan tampilan, simpan filter
  vi lưu chế độ xem, luu bo loc
  es guardar vista, guardar filtro
list.sum @selected
  zh 合计, 求和, 总额, heji
  en sum, total, totals, add up
  id jumlah, total
  vi tổng, tong
  es suma, total, sumar
list.selectAll
  zh 全选, quanxuan
  en select all, all rows
  id pilih semua
  vi chọn tất cả, chon tat ca
  es seleccionar todo
row.copyOrderNo
  zh 复制订单号, 复制单号, fuzhidanhao
  en copy order number, copy number, copy id
  id salin nomor, salin nomor pesanan
  vi sao chép mã đơn, sao chep so don
  es copiar numero, copiar numero de orden
copy.link
  zh 复制链接, fuzhilianjie
  en copy link, share link, link, copy url
  id salin tautan, salin link
  vi sao chép liên kết, sao chep link
  es copiar enlace, copiar link
locale.zh
  zh 中文, zhongwen
  en chinese, mandarin
  id bahasa cina, mandarin
  vi tiếng trung, tieng trung
  es chino
locale.en
  zh 英文, 英语, yingwen
  en english, switch to english
  id bahasa inggris, inggris
  vi tiếng anh, tieng anh
  es ingles, inglés
locale.id
  zh 印尼语, 印尼文
  en indonesian, bahasa, indonesia
  id bahasa indonesia, bahasa
  vi tiếng indonesia
  es indonesio
locale.vi
  zh 越南语
  en vietnamese
  id vietnam
  vi tiếng việt, tieng viet
  es vietnamita
locale.es
  zh 西班牙语
  en spanish
  id spanyol
  es español, espanol, castellano
theme.dark
  zh 深色, 夜间模式, 暗黑模式, 黑色主题, yejianmoshi
  en dark, dark mode, night mode, dakr mode
  id mode gelap, gelap
  vi chế độ tối, che do toi, tối
  es modo oscuro, oscuro
theme.light
  zh 浅色, 白天模式, 亮色
  en light mode, light, bright, day mode
  id mode terang, terang
  vi chế độ sáng, che do sang
  es modo claro, claro
session.logout
  zh 退出, tuichu, tc, 退出登录, 登出, 注销
  en logout, log out, sign out, exit, quit, log off
  id keluar, logout
  vi đăng xuất, dang xuat, thoát
  es salir, cerrar sesion, cerrar sesión
help.keys
  zh 快捷键, kuaijiejian, kjj, 键盘, 帮助
  en shortcuts, hotkeys, keyboard shortcuts, help, shortcut
  id pintasan, bantuan, tombol
  vi phím tắt, phim tat, trợ giúp
  es atajos, ayuda, teclas
help.about
  zh 关于, 版本, banben
  en about, version
  id tentang, versi
  vi phiên bản, phien ban
  es acerca de, version
help.gettingStarted
  zh 新手指南, 入门, 教程
  en getting started, tutorial, tour, onboarding
  id mulai, panduan, tutorial
  vi bắt đầu, huong dan
  es primeros pasos, tutorial
notices.open
  zh 公告, gonggao, 消息, 通知中心
  en notices, notifications, messages, inbox, announcements
  id pemberitahuan, pengumuman
  vi thông báo, thong bao
  es avisos, notificaciones, mensajes
layout.toggleSidebar
  zh 收起菜单, 侧边栏, 菜单
  en sidebar, hide menu, menu, collapse menu
  id sembunyikan menu, bilah sisi
  vi thanh bên, an menu
  es barra lateral, ocultar menu
undo
  zh 撤销, chexiao
  en undo, undo that, revert
  id urungkan, batalkan yang tadi
  vi hoàn tác, hoan tac
  es deshacer
otp.on otp.off
  zh 谷歌验证, 两步验证, 谷歌验证码, 动态码
  en otp, 2fa, two factor, google authenticator, mfa, authenticator
  id otp, verifikasi dua langkah
  vi xác thực hai bước, xac thuc 2 buoc
  es doble factor, autenticador
nav.back
  zh 返回, fanhui, 后退
  en back, go back
  id kembali
  vi quay lại, quay lai
  es volver, atras
softphone.call @staff
  zh 打电话, 拨号
  en call, phone, dial, telephone
  id telepon, telpon
  vi gọi điện, goi dien
  es llamar, telefono
plat.otpStatus plat.otpSecret nav.plat.otp @staff
  zh 查谷歌验证, 重置谷歌验证
  en user otp, reset otp, otp of user
plat.merchantStatus @staff
  zh 冻结, 冻结商户, dongjie, 解冻, 解冻商户, 暂停商户, 关闭商户, 商户状态
  en freeze, unfreeze, freeze merchant, suspend merchant, close merchant, reopen merchant, freez, merchant status
  id bekukan, bekukan merchant, tutup merchant, buka blokir merchant
  vi phong tỏa, phong toa, khóa merchant, đóng merchant
  es congelar, descongelar, suspender comercio, cerrar comercio
merchant.jump nav.merchantListA @agent
  zh 商户列表, 找商户
  en merchants, find merchant, my merchants, merchant list
  id daftar merchant, cari merchant
`
