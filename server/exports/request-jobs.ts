import type { JobHandler } from '../jobs/handlers.ts'

/** Asked-for exports: written, sent, forgotten. */
export const writeExport: JobHandler<'write-export'> = async () => undefined
export const sendExport: JobHandler<'send-export'> = async () => undefined
export const forgetExports: JobHandler<'forget-exports'> = async () => undefined
