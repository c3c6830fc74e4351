import { useWords } from '../platform/locale.ts'
import { Icon } from '../ui/icon/icon.tsx'
import { Row, Stack, Text } from '../ui/layout/layout.tsx'
import { commandText } from './command.text.ts'
import css from './command.module.css'

/** The confirmation lists these lines. */
export type Line = {
  key: string
  /** The identifier of a property, or a word. */
  name: string
  isWord?: boolean
  from?: string
  to: string
}

/** The target is one device, or the number of devices in a batch. */
export type Target = { name: string; sn: string } | { devices: number; online: number }

type Props = {
  lines: readonly Line[]
  target: Target
  isReset?: boolean
  /** An oven heats up although nobody is there. */
  isHeat?: boolean
}

/** The summary lists each change (old to new), the target device, and how long an answer may take. */
export function CommandSummary({ lines, target, isReset = false, isHeat = false }: Props) {
  const w = useWords(commandText)
  return (
    <>
      {isHeat ? (
        <Row.p gap="8" padding="8" marginBottom="12" radius="s" ground="warn-soft" tone="ink">
          <Icon name="alert" />
          <span>{w.heatWarning}</span>
        </Row.p>
      ) : null}
      {isReset ? (
        <Row.p gap="8" padding="8" marginBottom="12" radius="s" ground="warn-soft" tone="ink">
          <Icon name="alert" />
          <span>{w.resetWarning}</span>
        </Row.p>
      ) : null}
      <Stack.ul gap="4" marginBottom="12" overflow="auto" className={css.changes}>
        {lines.map((line) => (
          <Row.li key={line.key} gap="8" align="baseline">
            <span className={line.isWord === true ? css.word : css.name}>{line.name}</span>
            <Text textAlign="right" anywhere className={css.to}>
              {line.from === undefined ? null : `${line.from} → `}
              <Text.b weight="600">{line.to}</Text.b>
            </Text>
          </Row.li>
        ))}
      </Stack.ul>
      <Text.p size="xs" line="16" tone="ink-3" className={css.acts}>
        {'sn' in target ? w.target(target) : w.targets(target)}
      </Text.p>
      <Text.p size="xs" line="16" tone="ink-3" className={css.acts}>
        {'sn' in target ? w.acts : w.actsOnMany({ devices: target.online })}
      </Text.p>
    </>
  )
}
