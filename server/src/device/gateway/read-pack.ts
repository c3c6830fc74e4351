import type { EntryReader } from '../ingest.ts'
import type { SubSessions } from './sub-sessions.ts'

export function packReader(_options: Readonly<{ sessions: SubSessions }>): EntryReader {
  return { reads: () => false, read: async () => [] }
}
