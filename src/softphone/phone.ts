import type { EndEvent, RTCSession } from 'jssip/lib/RTCSession.js'
import { fromCallback } from 'xstate'
import type { SoftphoneConfig } from '#contract/rows/system.ts'
import type { EndCause, PhoneCommand, PhoneEvent } from '#machines/softphone/softphoneMachine.ts'

const AUDIO = { mediaConstraints: { audio: true, video: false } }

/**
 * The SIP phone of this page, as the actor of a softphone machine. Its library is loaded on start; nothing is sent before.
 * Stopping it hangs up and unregisters.
 */
export function createPhone({ server, realm, identity, password }: SoftphoneConfig) {
  let isRegistered = () => false
  const logic = fromCallback<PhoneCommand>(({ sendBack, receive }) => {
    const tell = (news: PhoneEvent) => sendBack(news)
    let stop = () => {}
    let isStopped = false
    let line: RTCSession | null = null
    const sound = new Audio()

    const begin = async () => {
      const { UA, WebSocketInterface } = await import('jssip')
      if (isStopped) return
      const ua = new UA({
        sockets: [new WebSocketInterface(server)],
        uri: `sip:${identity}@${realm}`,
        password,
        session_timers: false,
        user_agent: 'Paydesk',
      })
      isRegistered = () => ua.isRegistered()
      stop = () => ua.stop()
      for (const lost of ['disconnected', 'unregistered', 'registrationFailed'] as const) {
        ua.on(lost, () => tell({ type: 'phone.lost' }))
      }
      ua.on('newRTCSession', ({ session }: { session: RTCSession }) => {
        // One line: a second caller gets 486 Busy Here.
        if (line !== null && line !== session) return void session.terminate({ status_code: 486 })
        take(session)
        if (session.direction === 'incoming') tell({ type: 'phone.rings', from: session.remote_identity.uri.user ?? '' })
      })
      receive((order) => {
        if (order.type === 'dial') line = ua.call(`sip:${order.number}@${realm}`, AUDIO)
        else if (order.type === 'answer') line?.answer(AUDIO)
        else if (order.type === 'hangUp') drop()
        else if (order.on) line?.mute({ audio: true })
        else line?.unmute({ audio: true })
      })
      ua.start()
    }

    function take(session: RTCSession) {
      line = session
      // Events of an earlier session are ignored.
      const ifThis = (news: () => PhoneEvent) => () => line === session && tell(news())
      session.on('peerconnection', ({ peerconnection }) => hear(peerconnection))
      if (session.connection) hear(session.connection)
      session.on(
        'confirmed',
        ifThis(() => ({ type: 'phone.answered' })),
      )
      session.on('failed', ({ cause, message }) => end(session, isTaken(message) ? 'done' : causeOf(cause)))
      session.on('ended', () => end(session, 'done'))
    }

    function hear(connection: RTCPeerConnection) {
      connection.addEventListener('track', ({ streams }) => {
        sound.srcObject = streams[0] ?? null
        // The user has interacted with this page to place or take the call, so autoplay is allowed.
        sound.play().catch(() => {})
      })
    }

    function end(session: RTCSession, cause: EndCause) {
      if (line !== session) return
      line = null
      sound.srcObject = null
      tell({ type: 'phone.ended', cause })
    }

    function drop() {
      const session = line
      line = null
      sound.srcObject = null
      if (session?.isEnded() !== false) return
      // An incoming call is declined with 603, not reported as unavailable.
      const isDeclined = session.direction === 'incoming' && !session.isEstablished()
      session.terminate(isDeclined ? { status_code: 603 } : {})
    }

    begin().catch(() => tell({ type: 'phone.broken' }))
    return () => {
      isStopped = true
      drop()
      stop()
      isRegistered = () => false
    }
  })
  return { isRegistered: () => isRegistered(), logic }
}

const CAUSES: Readonly<Record<string, EndCause>> = {
  Busy: 'busy',
  Rejected: 'busy',
  'No Answer': 'unanswered',
  Canceled: 'unanswered',
  Unavailable: 'unanswered',
  Expires: 'unanswered',
  'Not Found': 'unknownNumber',
  'Address Incomplete': 'unknownNumber',
  'User Denied Media Access': 'noMicrophone',
}

/** Whether ringing ended because the call was answered elsewhere: in another tab, or by a colleague. */
const isTaken = (message: EndEvent['message'] | null): boolean => /\bcause\s*=\s*200\b/.test(message?.getHeader('reason') ?? '')

const causeOf = (cause: string): EndCause => CAUSES[cause] ?? 'failed'
