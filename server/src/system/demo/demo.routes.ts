import { demoApi } from '@brigade/contract/system/demo/demo.endpoints.ts'
import { implement } from '../../platform/http/implement.ts'
import { demoState, emptyDemo, previewEmptying } from './empty-demo.ts'

export const demoRoutes = implement(demoApi, {
  state: (ctx) => demoState(ctx),
  preview: (ctx) => previewEmptying(ctx),
  empty: (ctx, { body }) => emptyDemo(ctx, body.password),
})
