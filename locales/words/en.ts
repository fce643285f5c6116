import type { TextsOf } from '../messages.ts'

export const texts: TextsOf<'words'> = {
  'withdraw.start nav.account.withdraw':
    'withdraw, withdrawal, wd, w/d, cash out, cashout, take money out, bank out, settle to bank, payout to my bank, send to my bank',
  'recharge.online nav.account.recharge':
    'top up, topup, recharge, deposit, add funds, add money, fund account, add balance, load balance, refill, new recharge',
  'recharge.offline':
    'offline recharge, offline topup, offline top up, manual topup, manual recharge, bank transfer topup, bank deposit, wire deposit',
  'recharge.check': 'check recharge, check topup, has the topup arrived, recharge status',
  'transfer.start nav.account.transfer':
    'transfer, send money, move money, internal transfer, transfer balance, send to merchant, move funds',
  'account.balance':
    'balance, bal, my balance, show balance, check balance, available balance, current balance, how much money, funds, frozen amount',
  'account.copyBalance': 'copy balance',
  'nav.dashboard nav.dashboardSub nav.dashboardUsdt nav.dashboardA':
    'dashboard, home, home page, main page, start page, overview, summary, statistics, stats, kpi',
  'nav.txn.payin nav.txnSub.payin nav.usdt.payin nav.payinA':
    'payin, payins, pay in, pay-in, pay ins, payin list, payin orders, collection, collections, incoming, incoming payments, incoming orders, received payments, deposits, deposits list, customer deposits',
  'nav.txn.payout nav.txnSub.payout nav.usdt.payout nav.payoutA':
    'payout, payouts, pay out, pay-out, pay outs, payout list, payout orders, disbursement, disbursements, outgoing, outgoing payments, outgoing orders, sent payments',
  'nav.txn.checkout nav.txnSub.checkout': 'checkout, checkouts, checkout list, payment page, payment links, pay links',
  'nav.txn.withdraw':
    'withdrawals, withdrawal history, withdraw history, withdrawals list, withdraw list, withdrawal records, past withdrawals',
  'nav.txn.recharge':
    'recharges, recharge history, topup history, top up history, recharge list, recharge records, deposit history, past topups',
  'nav.account.daily':
    'daily, daily report, daily summary, daily totals, daily statement, report, reports, day report, end of day, eod, totals per day, recap, monthly report',
  'nav.account.detail nav.accountSub.detail':
    'ledger, statement, account statement, account history, account detail, transactions, transaction history, mutations, mutation, bookkeeping, money movements, balance history, balance changes',
  'nav.account.info':
    'account info, account information, account details, fee, fees, my fees, rates, pricing, limits, limit, minimum amount',
  'nav.merchant.info nav.merchantUsdt.info':
    'merchant info, merchant profile, merchant details, company info, company details, my merchant number, merchant id, profile, mid, my account, who am i',
  'nav.merchant.secret nav.merchantUsdt.secret':
    'secret, secret key, api key, api keys, apikey, keys, public key, private key, credentials, callback url, webhook url, notify url',
  'secret.reveal': 'show secret, reveal secret, view api key, show key',
  'secret.reset': 'reset secret, rotate key, rotate secret, new api key, regenerate key, change key',
  'secret.edit': 'change callback url, edit webhook url, edit public key',
  'nav.merchant.iplist nav.merchantUsdt.iplist':
    'ip, ips, ip list, whitelist, ip whitelist, white list, allowlist, allowed ips, ip address',
  'iplist.addApi': 'add ip, new ip, whitelist ip, whitelist my ip, allow ip',
  'nav.merchant.sub': 'sub merchants, submerchant, submerchants, sub-merchants, sub accounts, branches, child merchants',
  'sub.create': 'new sub merchant, add sub merchant, add submerchant, create sub-merchant, create submerchant, new submerchant',
  'nav.dev.simulation': 'simulate, simulation, simulator, sandbox, test, testing, test payment, demo payment',
  'nav.dev.callbacks':
    'callbacks, callback log, callback history, webhooks, webhook, webhook log, webhook history, failed callbacks, notify log',
  'nav.dev.signature':
    'sign, signing, signature, signature check, check signature, verify signature, signature tool, wrong signature, hmac',
  'nav.dev.doc': 'docs, doc, documentation, api, api docs, api reference, developer docs, integration guide, manual',
  'nav.settings.password':
    'password, change password, new password, reset password, login password, pwd, passwd, pass, change pwd',
  'nav.settings.txnPassword':
    'transaction password, payment password, money password, txn password, tx password, tx pwd, txn pwd, payment pin, pin, transaction pin, change pin, withdrawal password',
  'nav.settings.preferences':
    'settings, setting, preferences, prefs, options, configuration, config, customize, my settings, remap keys',
  'nav.settings.history': 'history, my history, activity, my activity, activity log, audit, audit log, what did i do, log',
  'payin.notify payout.notify usdt.payin.notify usdt.payout.notify list.notifySelected':
    'notify, notify again, renotify, re-notify, resend, re-send, resend callback, resend webhook, resend notification, send again, send callback, send webhook, callback, retry callback, push callback, trigger callback, redeliver',
  'list.notifySelected': 'notify selected, notify all selected, resend selected, bulk notify, bulk resend, notify all',
  'payin.check payout.check':
    'check, check status, query status, sync status, query channel, check with channel, check with bank, ask the bank, refresh status, update status',
  'payin.close': 'close, close order, close payin, void, void order, void payin, cancel payin, cancel order, expire payin',
  'payin.accept':
    'accept, accept payin, accept underpaid, accept overpaid, resolve exception, credit partial payment, wrong amount',
  'payin.reject': 'reject, reject payin, refuse payin, fail payin, reject wrong amount',
  'payout.cancel': 'cancel payout, stop payout, abort payout, cancel payment, void payout, recall payout',
  'payout.retry': 'retry payout, retry payment, pay again, resend payout, try payout again, redo payout',
  'list.retrySelected': 'retry selected, bulk retry',
  'payout.receipt':
    'receipt, receipts, slip, payment slip, transfer slip, proof, proof of payment, proof of transfer, print receipt, voucher',
  'order.reconcile list.reconcileSelected':
    'reconciled, mark reconciled, mark as matched, matched, tick off, check off, reconcile this',
  'order.dispute': 'discrepancy, dispute, mismatch, flag, flag order, mark wrong, problem, wrong amount, difference',
  'order.unmark': 'unmark, remove mark, clear mark',
  'order.note list.noteSelected': 'note, notes, add note, write a note, comment, remark, memo, annotate, leave a message',
  'order.assignMe list.assignMeSelected': 'assign to me, assign me, take, take it, claim, mine, i do it, i take it',
  'order.assign list.assignSelected':
    'assign, assign to, assign to a person, delegate, hand over, give to, reassign, colleague, owner, assignee',
  'order.unassign list.unassignSelected': 'unassign, remove assignment, assign to nobody, release, drop, not mine',
  'reconcile.start':
    'reconcile, reconciliation, bulk search, bulk find, batch lookup, batch search, many orders, search many, paste list, paste order numbers, match statement, compare statement',
  'order.jump':
    'order, orders, find order, search order, open order, go to order, order number, order no, order id, lookup order, look up order, track order',
  'order.byVa': 'va, va number, virtual account, find va, search va, virtual account number',
  'find.amount': 'find amount, search amount, by amount, amount',
  'find.name': 'find name, payer, payer name, customer name, search by name, receiver, beneficiary',
  'find.account': 'account number, bank account, find account, card number',
  'find.days': 'date, dates, date range, pick dates, by date, between dates',
  'find.pattern': 'wildcard, part of a number, number pattern, starts with',
  'list.export':
    'export, export csv, export list, download, download csv, dl csv, csv, excel, xls, xlsx, spreadsheet, save as excel',
  'export.payin': 'export payins, download payins',
  'export.payout': 'export payouts, download payouts',
  'export.detail': 'export ledger, export statement, download statement',
  'list.refresh dashboard.refresh': 'refresh, reload, reload list, update, update list, refresh list, check for new',
  'list.resetFilters':
    'clear filter, clear filters, reset, reset filter, reset filters, remove filter, remove filters, show all, show everything, no filter',
  'list.focusFilter': 'filter, filters, search, search list, find in list, query',
  'range.today': 'today, todays orders, today only',
  'range.month': 'this month, month, mtd, month to date',
  'range.week': 'this week, week, wtd',
  'range.year': 'this year, year, ytd',
  'range.last7': 'last 7 days, 7 days, last week, past week, past 7 days, last seven days',
  'list.status': 'status, by status, filter status',
  'list.pageSize': 'page size, rows per page, items per page, 100 rows, 50 rows, 20 rows, 100 per page, more rows, show 100',
  'list.columns': 'columns, column, choose columns, show columns, hide column, hide columns, add column, customize columns',
  density: 'density, compact, comfortable, row height, compact rows, smaller rows, denser',
  'list.sort': 'sort, sort by, order by, sorting, sort by amount, newest first, highest first',
  'view.save': 'save view, save filter, save search, bookmark filter, bookmark, new view, keep this filter',
  'view.pick': 'views, open view, saved views, my views, switch view',
  'list.sum': 'sum, total, totals, add up, sum up, sum selection, calculate total',
  'sum.solve': 'find sum, which rows add up, subset sum',
  'list.selectAll': 'select all, all rows, pick all, mark all',
  'list.invertSelection': 'invert, invert selection, select others, toggle all',
  'list.selectLike': 'select by text, select containing, select matching, select like',
  'list.compare': 'compare, compare orders, side by side, diff, difference',
  'list.clearSelection': 'deselect, unselect, select none, clear selection',
  'row.copyOrderNo row.copyNumber': 'copy number, copy order number, copy order no, copy id, copy order id',
  'row.copyRow': 'copy row, copy line, copy whole row',
  'copy.link': 'link, copy link, share, share link, copy url, get link',
  'row.open': 'open, details, detail, view order, show detail',
  'row.filterLike': 'only this value, filter by cell, same value',
  'change.next': 'next change, what changed',
  'locale.zh': 'chinese, mandarin, switch to chinese',
  'locale.en': 'english, switch to english, in english, language',
  'locale.id': 'indonesian, indonesia, bahasa, bahasa indonesia',
  'locale.vi': 'vietnamese, vietnam',
  'locale.es': 'spanish, espanol',
  'theme.dark': 'dark, dark mode, dark theme, night, night mode, black theme',
  'theme.light': 'light, light mode, light theme, bright, day mode, white theme',
  'theme.system': 'system theme, auto theme',
  'session.logout': 'logout, log out, log off, logoff, sign out, signout, sign off, exit, quit, leave',
  'help.keys': 'shortcuts, shortcut, hotkeys, hotkey, keyboard, keyboard shortcuts, keys, key bindings, help, cheat sheet',
  'help.about': 'about, version, which version, build',
  'help.gettingStarted': 'getting started, tutorial, tour, onboarding, first steps, intro, guide, how to start',
  'notices.open': 'notices, notice, notifications, notification, messages, inbox, announcements, bell, alerts',
  'notices.log': 'message log, toasts, past messages',
  'layout.toggleSidebar': 'sidebar, side bar, menu, hide menu, show menu, collapse menu, navigation',
  undo: 'undo, undo that, undo last, revert, oops, ctrl z',
  redo: 'redo, do again',
  'otp.on':
    'otp, 2fa, two factor, two-factor, mfa, totp, google authenticator, authenticator, authenticator app, passcode, one time password, turn on otp',
  'otp.off': 'turn off otp, disable 2fa, remove authenticator, disable otp',
  'nav.back': 'back, go back, previous screen',
  'nav.recents': 'recent orders, recently opened, last opened',
  'softphone.call': 'call, call a number, phone, telephone, dial, ring, softphone',
  'plat.otpStatus': 'user otp, otp of user, merchant otp, otp status',
  'plat.otpSecret': 'reset otp, reset merchant otp, reset authenticator, lost phone',
  'plat.merchantStatus':
    'freeze, unfreeze, freeze merchant, unfreeze merchant, freeze account, suspend merchant, suspend payouts, activate merchant, reactivate merchant, reopen merchant, close merchant, close account, block merchant, unblock merchant, disable merchant, enable merchant, merchant status',
  'nav.plat.otp': 'merchant account, merchant accounts, account support, look up merchant, look up account',
  'merchant.jump': 'find merchant, open merchant, search merchant',
  'nav.merchantListA': 'merchants, merchant list, my merchants, customers',
  'hold.takeBack': 'cancel withdrawal, cancel transfer, take back, stop withdrawal',
  'simulate.payin': 'simulate payin, fake payment, test payin, simulate payment',
  'simulate.payout': 'simulate payout, test payout',
  'checkout.copyLink': 'copy payment link, copy checkout link, payment link',
  'reader.toggle': 'screen reader, accessibility, a11y',
  'help.toggleShortcuts': 'turn off shortcuts, disable shortcuts, single keys',
  'notifications.enable': 'desktop notifications, push notifications, enable notifications',
  'filter.payin': 'payin, payins, pay in, pay-in, collections, sales',
  'filter.payout': 'payout, payouts, pay out, pay-out, disbursements',
  'filter.rest': 'orders, order, the, all, with, from, of, status, transactions',
  'status.SUCCESS': 'successful, success, succeeded, paid, completed',
  'status.FAILED': 'failed, fail, failing, unsuccessful',
  'status.PENDING': 'pending, waiting, unpaid, open, processing',
  'status.EXPIRED': 'expired',
  'status.CLOSED': 'closed',
  'status.REFUNDED': 'refunded, refunds, refund, money back',
  'status.CANCELLED': 'cancelled, canceled',
  'period.today': "today, todays, today's",
  'period.yesterday': "yesterday, yesterdays, yesterday's",
  'period.7d': 'last 7 days, past week, 7 days',
  'period.week': 'this week',
  'period.lastweek': 'last week',
  'period.month': 'this month',
  'period.lastmonth': 'last month',
  'method.QRIS': 'qris',
  'method.VIRTUAL_ACCOUNT': 'va, virtual account',
  'method.EWALLET': 'ewallet, e-wallet, wallet',
  'amount.over': 'over, above, more than',
  'amount.under': 'under, below, less than',
  'assigned.ME': 'my orders, mine, assigned to me',
  'assigned.NONE': 'unassigned, not assigned, nobodys orders',
  'has.NOTES': 'with notes, with a note, noted, commented',
}
