/** The dialogs that share one chunk, because any of them may be opened on every screen. */
export { Shortcuts } from '../keyboard/Shortcuts.tsx'
export { MessageLog } from '../notices/MessageLog.tsx'
export { NoticesPanel } from '../notices/NoticesPanel.tsx'
export { About } from './About.tsx'
export { ReceiptDialog, UploadedReceiptDialog } from './ReceiptDialogs.tsx'
