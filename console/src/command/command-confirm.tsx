import { useWords } from '../platform/locale.ts'
import { Icon } from '../ui/icon/icon.tsx'
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
  /** An oven gets hot with nobody at it. */
  isHeat?: boolean
}

/** The summary lists each change (old to new), the target device, and how long an answer may take. */
export function CommandSummary({ lines, target, isReset = false, isHeat = false }: Props) {
  const w = useWords(commandText)
  return (
    <>
      {isHeat ? (
        <p className={css.warning}>
          <Icon name="alert" />
          <span>{w.heatWarning}</span>
        </p>
      ) : null}
      {isReset ? (
        <p className={css.warning}>
          <Icon name="alert" />
          <span>{w.resetWarning}</span>
        </p>
      ) : null}
      <ul className={css.changes}>
        {lines.map((line) => (
          <li key={line.key}>
            <span className={line.isWord === true ? css.word : css.name}>{line.name}</span>
            <span className={css.to}>
              {line.from === undefined ? null : `${line.from} → `}
              <b>{line.to}</b>
            </span>
          </li>
        ))}
      </ul>
      <p className={css.acts}>{'sn' in target ? w.target(target) : w.targets(target)}</p>
      <p className={css.acts}>{'sn' in target ? w.acts : w.actsOnMany({ devices: target.online })}</p>
    </>
  )
}
