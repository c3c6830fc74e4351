import { useWords } from '../platform/locale.ts'
import { CopyButton } from '../ui/button/copy-button.tsx'
import { Row } from '../ui/layout/layout.tsx'
import { firmwareText } from './firmware.text.ts'
import css from './firmware.module.css'

/** A whole digest, which people compare with the one that the maker of the file publishes. */
export function Digest({ value, of }: { value: string; of: 'sha' | 'md5' | 'approval' }) {
  const w = useWords(firmwareText)
  const label = of === 'sha' ? w.copySha : of === 'md5' ? w.copyMd5 : w.copyDigest
  return (
    <Row.span gap="4" align="center" shrink className={css.digest}>
      <span className="mono">{value}</span>
      <CopyButton text={value} label={label} />
    </Row.span>
  )
}
