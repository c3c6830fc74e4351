import { endpoints, get, noInput, nothing, post } from '../../endpoint.ts'
import { DemoEmptying, DemoPreview, DemoState } from './demo.model.ts'

/** Own calls: the state of the demo's rows, and their removal. */
export const demoApi = endpoints('demo', {
  state: get('/web/system/demo', {
    access: 'signed-in',
    summary: { en: 'Whether there is demo data', zh: '演示数据状态' },
    description: 'The console asks for it on every page; asking does not prolong the session.',
    prolongs: false,
    query: noInput,
    reply: DemoState,
  }),
  preview: get('/web/system/demo/preview', {
    access: 'demo:empty',
    summary: { en: 'What starting empty would remove', zh: '清空演示数据预览' },
    description:
      'Rows of the demo are marked when they are inserted. One on which something else hangs stays, with what it needs in turn.',
    query: noInput,
    reply: DemoPreview,
  }),
  empty: post('/web/system/demo/empty', {
    access: 'demo:empty',
    summary: { en: 'Start empty', zh: '清空演示数据' },
    description:
      'Removes the demo’s rows and all that belongs to them, and nothing else. A worker does it, a few devices at a time and the rest at once; killed, it goes on. The demo does not come back at the next start.',
    body: DemoEmptying,
    reply: nothing,
  }),
})
