import { useState } from 'react'
import { saveBlob } from '../../platform/call.ts'
import { formatTime } from '../../platform/format.ts'
import { useWords } from '../../platform/locale.ts'
import { Button } from '../../ui/button/button.tsx'
import { CopyButton } from '../../ui/button/copy-button.tsx'
import { Box, Grid, Row, Text } from '../../ui/layout/layout.tsx'
import { StepHeading, type Place } from './step-heading.tsx'
import css from './two-step.module.css'
import { recoveryText } from './two-step.text.ts'

type Props = { place: Place; account: string; codes: readonly string[]; onKept: () => void }

/** The recovery codes are shown once, to copy, download and print. Only the button continues. */
export function RecoveryCodes({ place, account, codes, onKept }: Props) {
  const w = useWords(recoveryText)
  const [shownAt] = useState(() => Date.now())
  const head = [w.fileTitle, w.of({ account }), formatTime(shownAt)]
  const save = (): void =>
    saveBlob(new Blob([`${[...head, '', ...codes].join('\n')}\n`], { type: 'text/plain;charset=utf-8' }), w.fileName)
  return (
    <Box.section full className={css.form} aria-label={w.title}>
      <StepHeading place={place} title={w.title}>
        {w.body}
      </StepHeading>
      <Grid.ul
        gap="8 16"
        padding="16"
        columns="halves"
        marginBottom="16"
        border="line"
        radius="m"
        ground="canvas"
        className={css.codes}
        aria-label={w.list}
      >
        {codes.map((code) => (
          <li key={code}>
            <Text.code mono>{code}</Text.code>
          </li>
        ))}
      </Grid.ul>
      <Row gap="8" marginBottom="16" wrap>
        <CopyButton isWide text={codes.join('\n')} label={w.copy} />
        <Button size="small" icon="download" onClick={save}>
          {w.save}
        </Button>
        <Button size="small" onClick={() => window.print()}>
          {w.print}
        </Button>
      </Row>
      <Button look="primary" size={place === 'page' ? 'wide' : 'normal'} onClick={onKept}>
        {w.kept}
      </Button>
      <div className={css.printed} data-theme="light" aria-hidden="true">
        {head.map((line) => (
          <p key={line}>{line}</p>
        ))}
        <ul>
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
      </div>
    </Box.section>
  )
}
