import type { ReactNode } from 'react'
import { StateShape } from '../icon/state-shape.tsx'
import { Box, Row, Text } from '../layout/layout.tsx'
import css from './edit-foot.module.css'

/** How much is wrong, in words; where the first of it is, and the way there. Without a place the words themselves lead there. */
export type Wrong = { words: string; place?: string; onGo: () => void }

type Props = {
  wrong: Wrong | undefined
  isDirty: boolean
  /** Whether all is saved, in words. */
  state: string
  padding?: '8 16' | '8 24'
  /** The buttons. */
  children: ReactNode
}

/** Below an editor, always in sight: what is wrong, what is unsaved, and what can be done. Saving is not greyed out for a wrong field. */
export function EditFoot({ wrong, isDirty, state, padding = '8 24', children }: Props) {
  return (
    <Row gap="8" padding={padding} marginTop="auto" align="center" ground="paper" wrap borderTop className={css.foot}>
      {wrong === undefined ? null : (
        <Row.span gap="8" align="center" shrink>
          <StateShape name="error" />
          {wrong.place === undefined ? null : (
            <Text.b tone="bad" weight="600" nowrap>
              {wrong.words}
            </Text.b>
          )}
          <Text.button
            minHeight="24"
            tone="bad"
            textAlign="left"
            cut
            type="button"
            className={css.jump}
            onClick={wrong.onGo}
          >
            {wrong.place ?? wrong.words}
          </Text.button>
        </Row.span>
      )}
      <Box.span grow />
      <Row.span gap="8" align="center" marginRight="8" tone="ink-2" shrink nowrap role="status">
        {isDirty ? <UnsavedMark /> : null}
        {state}
      </Row.span>
      {children}
    </Row>
  )
}

/** Marks an unsaved part. `label`: needed if no text beside it says so. */
export function UnsavedMark({ label }: { label?: string }) {
  const said = label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label }
  return <Box.i rigid className={css.unsaved} {...said} />
}
