/**
 * Removes the ways to a socket that interception does not see. And the ways back: what was in the page before the document
 * was empty, and would come without a request.
 */
import { propertyOf, replaceCalls } from './intrinsics'

/** What opens connections or runs elsewhere, and what asks the browser for a device, a service or a store. */
const REMOVED = [
  'RTCPeerConnection',
  'webkitRTCPeerConnection',
  'RTCDataChannel',
  'WebTransport',
  'WebSocket',
  'WebSocketStream',
  'EventSource',
  'fetchLater',
  'SharedWorker',
  'Worker',
  'BroadcastChannel',
  'navigation',
  'MediaRecorder',
  'ImageCapture',
  'Notification',
  'PaymentRequest',
  'IdleDetector',
  'PressureObserver',
  'NDEFReader',
  'EyeDropper',
  'caches',
  'cookieStore',
  'speechSynthesis',
  'SpeechRecognition',
  'webkitSpeechRecognition',
  'SpeechGrammar',
  'SpeechGrammarList',
  'webkitSpeechGrammar',
  'webkitSpeechGrammarList',
  'RemotePlayback',
  'PushManager',
  'SyncManager',
  'PeriodicSyncManager',
  'BackgroundFetchManager',
  'PresentationRequest',
  'queryLocalFonts',
  'getScreenDetails',
  'sharedStorage',
  'documentPictureInPicture',
  'IdentityCredential',
  'PublicKeyCredential',
  'Translator',
  'LanguageDetector',
  'LanguageModel',
  'Summarizer',
  'Writer',
  'Rewriter',
  'Proofreader',
]

/** To be done before the document's first line. */
export function removeWaysOut(): void {
  for (const name of REMOVED) Reflect.deleteProperty(globalThis, name)
  // A worker has neither.
  const media = propertyOf(globalThis, 'HTMLMediaElement')?.value?.prototype as object | undefined
  if (media) Reflect.deleteProperty(media, 'remote')
  const history = propertyOf(globalThis, 'History')?.value?.prototype as object | undefined
  for (const name of ['back', 'forward', 'go']) replaceCalls(history, name, () => () => undefined)
}
