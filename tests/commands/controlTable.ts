/**
 * Commands whose control does not name them: `where | the control`. Found by hand, screen by screen. A pattern may stand for
 * several commands.
 */
export const OTHER_CONTROLS: readonly (readonly [ids: RegExp, control: string])[] = [
  [/^row\.open$/, 'Double click on a row; the hint "open"'],
  [/^row\.(openTab|copyOrderNo|copyNumber|copyRow|filterLike)$/, 'Menu of the row; a link opens in a new tab as everywhere'],
  [/^(copy\.link|checkout\.(copyLink|openLink|openOrder))$/, 'Menu of the row'],
  [/^detail\.(next|prev)$/, 'A click on another row while one is open'],
  [/^tab\.(next|prev)$/, 'The tabs of a record'],
  [/^sel\.(toggle|down|up)$/, 'The checkboxes of the rows'],
  [/^list\.selectAll$/, 'The checkbox of the header'],
  [/^list\.clearSelection$/, 'Clear, in the bar of the selection'],
  [/^(list\.filter|list\.editFilter|list\.status|find\.(amount|account|name|pattern))$/, 'The fields of the filter'],
  [/^list\.(submit|resetFilters)$/, 'Search and Reset, beside the filter'],
  [/^(range\.\w+|find\.days)$/, 'The date range of the filter'],
  [/^(list\.sort|sort\.(toggle|clear))$/, 'The headers of the columns'],
  [/^col\.(widen|narrow)$/, 'The edges of the headers, dragged'],
  [/^row\.(next|prev|first|last|pageDown|pageUp)$|^cell\.(next|prev|first|last|start|end)$/, 'A click on a cell; the wheel'],
  [/^figure\.\w+$/, 'A click on a figure'],
  [/^chart\.(next|prev)$/, 'The buttons above the chart'],
  [/^agent\.range$/, 'The dates above the summary'],
  [/^form\.(first|second)$/, 'The tabs of the form'],
  [/^export\.(payin|payout|detail)$/, 'Export, in the header of its list'],
  [/^account\.balance$/, 'The page of the account; the balance card'],
  [/^secret\.(copyPlatPublicKey|reveal|reset|resetPair|signing|edit)$/, 'The buttons of Keys'],
  [/^(iplist\.edit|otp\.(on|off))$/, 'The buttons of IP whitelist and of Merchant info'],
  [/^plat\.\w+$/, 'The buttons of Passcode reset'],
  [/^notices\.clear$/, 'Clear all, in the panel of notices'],
  [/^locale\.\w+$/, 'The switch in the header; Preferences'],
  [/^theme\.\w+$/, 'The account menu; Preferences'],
  [/^help\.(toggleShortcuts|chordLimit)$/, 'Preferences'],
  [/^help\.dismissGettingStarted$/, 'Dismiss, on the card'],
  [/^softphone\.(decline|hangUp)$/, 'The bar of a call'],
  [/^nav\.settings\.(password|txnPassword|history|preferences)$/, 'The account menu'],
  [/^undo$/, 'Undo, in the command history'],
  [/^(view\.pick|view\.rename|view\.remove)$/, 'The palette, which the field in the header opens: views are listed there'],
  [/^(order\.(jump|jumpPayin|jumpPayout|byVa)|merchant\.jump|sub\.jump)$/, 'The field in the header, which is the palette'],
  [/^reconcile\.(bucket\d|openOnly)$/, 'The buckets of the equation; the checkbox below it'],
  [/^reconcile\.(flag|refuse|solve|amount)$/, 'The buttons below an open entry'],
  [/^palette\.(commands|orders)$/, 'The buttons below the rows of the palette'],
]

/** Commands without a control, and why. */
export const NO_CONTROL: readonly (readonly [ids: RegExp, reason: string])[] = [
  [/^nav\.(result|exception)\.\w+$/, 'Pages that a user meets and does not go to; kept for old addresses and for tests'],
  [/^nav\.merchant\.subCreate$/, 'The same form as the dialog of "Create sub-merchant"'],
  [
    /^row\.peek$|^cell\.enter$|^copy\.cell$|^row\.filterUnlike$/,
    'The mouse has its own way: opening beside the list, selecting text',
  ],
  [/^speak\.where$|^reader\.(toggle|verbosity)$/, 'For screen readers, whose users have no use for a button'],
  [/^change\.(next|prev)$/, 'Changed rows are marked in the list, and scrolled to'],
  [/^list\.(toRow|goto|next|prev|first|last)$/, 'The scrollbar: the rows are one continuous list'],
  [/^list\.pageSize$/, 'The number of rows of a page only concerns the address and the gateway: the palette alone'],
  [/^copy\.query$/, 'The text of the filter can be copied from its field'],
  [/^nav\.(back|recents|address)$/, 'The browser has them; recent orders are the first rows of the palette'],
  [/^redo$/, 'Of use only after undo, by those who use its key'],
  [/^list\.(invertSelection|selectLike|compare)$/, 'The checkboxes of the rows; two rows can be read one after the other'],
  [/^repeat$/, 'The repeated command itself is in the action bar of the row'],
  [/^account\.copyBalance$/, 'The amount can be selected and copied'],
  [
    /^dashboard\.refresh$|^notices\.refresh$|^options\.reload$/,
    'Reloading the page does it; the hint "refresh" is on the dashboard',
  ],
  [/^notices\.log$/, 'Asked for rarely: the palette alone'],
  [/^softphone\.(call|on|off)$/, 'Only staff may call: the palette and its keys'],
  [/^help\.gettingStarted$/, 'Its card is shown by itself; this brings it back'],
  [/^nav\.runs$/, 'Shown by a notice while a run is unfinished'],
]

/** Commands whose control the browser test does not press, by their ids, and what presses it or why nothing does. */
export const NOT_PRESSED: readonly (readonly [ids: string, reason: string])[] = [
  ['session.logout', 'Ends a session that other tests share; tests/browser/signIn.test.ts signs out'],
  ['nav.dev.doc', 'Opens a tab of another document'],
  [
    'plat.otpStatus plat.otpSecret plat.merchantStatus',
    'Changes an account that other tests sign in with; tests/browser/settings.test.ts',
  ],
  ['row.openTab', 'A link, which the browser opens in a tab'],
  ['row.next row.prev cell.next cell.prev cell.first cell.last cell.start cell.end', 'A click on the cell itself'],
  ['detail.next detail.prev', 'A click on another row while one is open'],
  ['sel.down sel.up', 'A click on a checkbox with Shift; the walk clicks one without'],
  ['col.widen col.narrow', 'An edge that is dragged; tests/browser/grid.test.ts drags one'],
  ['figure.next figure.prev figure.down figure.up', 'Move the focus between links, of which each is clicked by itself'],
  ['sum.next sum.prev', 'Needs several sets of rows that add up, which the demo does not promise'],
  [
    'list.retrySelected payout.check payout.cancel payin.check payin.accept payin.reject',
    'Changes orders of the shared gateway; tests/journeys/payouts.test.tsx',
  ],
  [
    'list.noteSelected list.assignMeSelected list.assignSelected list.unassignSelected order.assignMe order.unassign order.unmark',
    'Writes to orders of the shared gateway at once; tests/journeys/notes.test.tsx runs them by key',
  ],
  [
    'payin.notify payout.notify usdt.payin.notify usdt.payout.notify',
    'Sends callbacks of the shared gateway; tests/browser/notify.test.ts sends them by key',
  ],
  [
    'sub.enableSelected sub.disableSelected sub.toggle',
    'Changes sub-merchants that other tests use; tests/journeys/subMerchants.test.tsx',
  ],
  [
    'order.jump order.jumpPayin order.jumpPayout order.byVa sub.jump merchant.jump',
    'A row of the palette, which the walk opens',
  ],
  [
    'view.pick view.update view.rename view.remove',
    'A row of the palette, once a view is saved; tests/journeys/views.test.tsx',
  ],
  ['find.amount find.account find.name find.pattern find.days', 'A field of the filter that is typed into'],
  ['list.focusFilter list.filter list.editFilter', 'The text of the filter, a field that is typed into'],
  ['simulate.payout', 'The same item as for payins, of an open payout, which the demo may lack'],
  ['checkout.openLink', 'Leaves the console for the checkout page'],
  [
    'recharge.continue recharge.cancel recharge.check recharge.receipt',
    'Items of an unfinished recharge, which the demo may lack; tests/journeys/money.test.tsx makes one',
  ],
  ['hold.takeBack form.check form.refill form.submit', 'Steps of a movement of money; tests/browser/money.test.ts makes one'],
  [
    'reconcile.all reconcile.bucket1 reconcile.bucket2 reconcile.bucket3 reconcile.bucket4 reconcile.bucket5 reconcile.bucket6 ' +
      'reconcile.bucket7 reconcile.bucket8 reconcile.openOnly reconcile.done reconcile.flag reconcile.refuse reconcile.solve ' +
      'reconcile.amount reconcile.export reconcile.openOrders reconcile.print reconcile.columns reconcile.reload reconcile.new',
    'Needs a statement; tests/browser/statement.test.ts decides one by keys',
  ],
  ['export.payin export.payout export.detail', 'The button Export runs list.export, which runs them'],
  ['account.balance', 'A link to the page of the account, whose menu entry is clicked'],
  [
    'secret.copyPlatPublicKey secret.edit iplist.edit otp.off',
    'A form of a page, opened by its address too; tests/journeys/settings.test.tsx fills it in',
  ],
  ['undo', 'Needs something to undo; tests/journeys/history.test.tsx'],
  ['run.continue', 'Needs an unfinished run; tests/lists/lastingRuns.test.tsx'],
  ['notices.clear', 'Removes notices that other tests count'],
  ['notifications.enable', 'Opens a question of the browser; tests/src/noticesPanel.test.tsx answers it'],
  [
    'softphone.answer softphone.decline softphone.hangUp softphone.mute',
    'Needs a call; tests/browser/softphone.test.ts takes one',
  ],
]
