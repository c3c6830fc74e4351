import { Fragment } from 'react'
import { setPlainKeys, usePlainKeys } from '../../platform/habits/plain-keys.ts'
import { useWords } from '../../platform/locale.ts'
import { Dialog } from '../dialog/dialog.tsx'
import { Checkbox } from '../field/checkbox.tsx'
import { Box, Stack, Text } from '../layout/layout.tsx'
import css from './keys-sheet.module.css'
import { peekText } from './peek.text.ts'

type Props = { hasSelection: boolean; hasPeek: boolean; onClose: () => void }
type Key = readonly [keys: readonly string[], says: string]

/** All keys of the page, and the switch for those that are single characters. */
export function KeysSheet({ hasSelection, hasPeek, onClose }: Props) {
  const w = useWords(peekText)
  const hasPlain = usePlainKeys()
  const ofList: readonly Key[] = [
    [['j'], w.keyNext],
    [['k'], w.keyPrevious],
    ...(hasSelection ? [[['x'], w.keySelect] as const] : []),
    ...(hasPeek ? [[['o'], w.keyPeek] as const] : []),
    ...(document.querySelector('[data-first-filter]') !== null ? [[['/'], w.keyFilter] as const] : []),
    [['?'], w.keyHelp],
  ]
  const ofRow: readonly Key[] = [
    [['Enter'], w.keyOpen],
    ...(hasPeek ? [[['Space'], w.keyPeek] as const] : []),
    [['↑', '↓'], w.keyArrows],
    [['Home', 'End'], w.keyEnds],
  ]
  const everywhere: readonly Key[] = [
    [['Ctrl-K'], w.keyPalette],
    [['Esc'], w.keyEscape],
  ]
  return (
    <Dialog title={w.keys} isOpen onClose={onClose} width={520}>
      <Keys title={w.keysOfList} keys={ofList} isOff={!hasPlain} />
      <Keys title={w.keysOfRow} keys={ofRow} />
      <Keys title={w.keysEverywhere} keys={everywhere} />
      <Stack gap="4" marginTop="16" paddingTop="16" paddingBottom="16" borderTop>
        <Checkbox checked={hasPlain} onChange={setPlainKeys}>
          {w.plainKeys}
        </Checkbox>
        <Text size="xs" tone="ink-3" marginLeft="24">
          {w.plainKeysHint}
        </Text>
      </Stack>
    </Dialog>
  )
}

function Keys({ title, keys, isOff = false }: { title: string; keys: readonly Key[]; isOff?: boolean }) {
  const w = useWords(peekText)
  return (
    <Box marginTop="8">
      <Text.h3 size="xs" weight="500" tone="ink-3">
        {title}
      </Text.h3>
      <dl className={`${css.keys} ${isOff ? css.off : ''}`}>
        {keys.map(([pressed, says]) => (
          <div key={says}>
            <dt>
              {pressed.map((key, index) => (
                <Fragment key={key}>
                  {index === 0 ? null : <span className={css.or}>{w.or}</span>}
                  <kbd>{key}</kbd>
                </Fragment>
              ))}
            </dt>
            <dd>{says}</dd>
          </div>
        ))}
      </dl>
    </Box>
  )
}
