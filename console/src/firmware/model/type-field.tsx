import { firmwareTypes } from '@brigade/contract/firmware/firmware.model.ts'
import { firmwareTypeWords } from '@brigade/contract/firmware/upgrade-words.ts'
import { useLocale, useWords } from '../../platform/locale.ts'
import { Segments } from '../../ui/button/segments.tsx'
import { Box, Text } from '../../ui/layout/layout.tsx'
import { firmwareText } from '../firmware.text.ts'
import { modelFormText } from './model.text.ts'

type FirmwareType = (typeof firmwareTypes)[number]
type Props = { type: FirmwareType; isFixed: boolean; onChange: (type: FirmwareType) => void }

/** Whether a model has one firmware or two; it stays once there is a version or a task. */
export function TypeField({ type, isFixed, onChange }: Props) {
  const w = useWords(modelFormText)
  const f = useWords(firmwareText)
  const locale = useLocale()
  return (
    <Box paddingBottom="16">
      <Text marginBottom="4" size="xs" line="16" weight="500" tone="ink-3" block>
        {f.type}
      </Text>
      {isFixed ? (
        firmwareTypeWords[type][locale]
      ) : (
        <Segments
          label={f.type}
          value={type}
          options={firmwareTypes.map((value) => ({ value, label: firmwareTypeWords[value][locale] }))}
          onChange={onChange}
        />
      )}
      <Text.p marginTop="4" size="xs" line="16" tone="ink-3">
        {isFixed ? w.fixed : type === 'single' ? w.singleHint : w.doubleHint}
      </Text.p>
    </Box>
  )
}
