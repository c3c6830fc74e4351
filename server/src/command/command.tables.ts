import type { ValueOutcome } from '@brigade/contract/command/command.model.ts'
import type { Value } from '@brigade/contract/thing-model/thing-model.rules.ts'
import type { Table } from '../platform/db/database.ts'

declare module '../platform/db/database.ts' {
  interface Database {
    command: Table<
      'command',
      {
        params: Record<string, Value>
        previousValues: Record<string, Value>
        reply: Value
        valueOutcomes: Record<string, ValueOutcome>
      }
    >
    /** Commands created in an hour, and their outcomes, by the owner and the product of the device. */
    commandTotal: Table<'commandTotal'>
  }
}
