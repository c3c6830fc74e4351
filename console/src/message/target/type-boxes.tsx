import { messageTypes, type MessageType } from '@brigade/contract/message/message.model.ts'
import { useWords } from '../../platform/locale.ts'
import { Checkbox } from '../../ui/field/checkbox.tsx'
import { Box, Row } from '../../ui/layout/layout.tsx'
import css from '../message.module.css'
import { messageText } from '../message.text.ts'
import { targetText } from './target.text.ts'

type Props = { value: readonly MessageType[]; onChange: (value: MessageType[]) => void }

/** Chooses the types of messages that the target receives; without a choice, all types. */
export function TypeBoxes({ value, onChange }: Props) {
  const m = useWords(messageText)
  const t = useWords(targetText)
  return (
    <Box.fieldset margin="0 0 12" padding="0" border="none" shrink className={css.fieldset}>
      <legend>{t.types}</legend>
      <p className={css.hint}>{t.typesHint}</p>
      <Row wrap className={css.boxes}>
        {messageTypes.map((type) => (
          <Checkbox
            key={type}
            checked={value.includes(type)}
            onChange={(checked) =>
              onChange(messageTypes.filter((each) => (each === type ? checked : value.includes(each))))
            }
          >
            {m[`type-${type}`]}
          </Checkbox>
        ))}
      </Row>
    </Box.fieldset>
  )
}
