/** Queries in the form of `QUERIES` that the names of commands were not written for: they measure how well others are understood. */
export const HELD_OUT = `
withdraw.start nav.account.withdraw
  zh 我要提现, 提钱
  en send money to my bank account, withdraw funds, withdarw
  id mau tarik dana, tarik duit
  vi rút tiền về
  es sacar plata
recharge.online nav.account.recharge recharge.offline
  zh 怎么充值
  en put money in, recharge account
  id isi deposit
  es abonar saldo
account.balance
  zh 余额查询, 账上还有多少
  en whats my balance, remaining balance
  id saldo berapa, cek sisa saldo
  vi số dư tài khoản
  es cuánto saldo tengo
payin.notify
  zh 重推回调, 补发通知
  en resend the callback, re-send webhook, notify merchant
  id kirim lagi callback, resend notif
  vi gửi callback lại
  es reenviar el webhook
payout.receipt @payout
  zh 转账回单
  en payment proof, print slip
  id bukti tf, bukti transfer payout
  es comprobante del pago
nav.account.daily
  zh 日结单, 每日报表
  en daily recap, days report
  id laporan per hari
  es reporte del día
list.export export.payin export.payout
  zh 导出excel, 下载报表
  en export to excel, downlaod
  id download excel
  vi tải excel
  es descargar en excel
nav.settings.password
  zh 改登录密码
  en change my password, reset my password
  id lupa password
  vi thay mật khẩu
  es cambiar mi contraseña
session.logout
  zh 退出系统, 退出账号
  en log me out, singout
  id keluar aplikasi
  es cerrar la sesión
nav.merchant.iplist iplist.addApi iplist.edit
  zh ip加白名单, 服务器ip
  en ip adress, server ip
  id tambah whitelist
theme.dark
  zh 黑色模式
  en dark them
  id tema malam
reconcile.start nav.reconcile order.reconcile
  zh 批量对账
  en match bank statement, bulk lookup
help.keys
  zh 键盘操作
  en keyboard help
  id pintasan keyboard
`
