import { sessionApi } from '@brigade/contract/session/session.endpoints.ts'
import { addressOf } from '../platform/call.ts'
import { useWords } from '../platform/locale.ts'
import { Box } from '../ui/layout/layout.tsx'
import css from './login.module.css'
import { signInText } from './session.text.ts'

/** The id that a new picture is asked with; a new id is a new picture. Works without a secure context too. */
export function newCaptchaId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** The picture is a button: a click brings a new one. */
export function Captcha({ id, onRefresh }: { id: string; onRefresh: () => void }) {
  const w = useWords(signInText)
  return (
    <Box.button
      radius="s"
      overflow="hidden"
      ground="canvas"
      type="button"
      className={css.captcha}
      aria-label={w.picture}
      onClick={onRefresh}
    >
      <img src={addressOf(sessionApi.captcha, { id })} alt="" width={120} height={40} />
    </Box.button>
  )
}
