import type { Enrolment } from '@brigade/contract/session/two-step.model.ts'
import { authenticatorUri } from '@brigade/contract/session/two-step.rules.ts'
import { useMemo } from 'react'
import { encode } from 'uqr'
import { useWords } from '../../platform/locale.ts'
import { CopyButton } from '../../ui/button/copy-button.tsx'
import { Box, Row, Text } from '../../ui/layout/layout.tsx'
import css from './two-step.module.css'
import { enrolmentText } from './two-step.text.ts'

/** The standard of the code requires this white border, in modules. */
const border = 4

/** The secret for an authenticator app: to be scanned, or typed. */
export function AppSetup({ enrolment }: { enrolment: Enrolment }) {
  const w = useWords(enrolmentText)
  const { secret } = enrolment
  const uri = authenticatorUri(enrolment)
  return (
    <>
      <p>{w.scan}</p>
      <QrPicture text={uri} label={w.picture} />
      <p>
        <a href={uri}>{w.here}</a>
      </p>
      <p>{w.byHand}</p>
      <Row gap="4 8" align="center" marginBottom="16" wrap className={css.key}>
        <Text.code size="s" grow shrink anywhere mono>
          {secret.replace(/(.{4})(?=.)/g, '$1 ')}
        </Text.code>
        <CopyButton text={secret} label={w.copyKey} />
      </Row>
    </>
  )
}

function QrPicture({ text, label }: { text: string; label: string }) {
  const { size, path } = useMemo(() => {
    const { size, data } = encode(text, { ecc: 'M', border })
    const squares = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
    return { size, path: squares.join('') }
  }, [text])
  return (
    <Box margin="8 auto 12" padding="8" border="line" radius="s" ground="paper" className={css.qr} data-theme="light">
      <svg role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`} shapeRendering="crispEdges">
        <path d={path} />
      </svg>
    </Box>
  )
}
