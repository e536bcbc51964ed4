import { configure } from '@testing-library/react'

/** Set before each test of pages: a busy machine takes its time, and the library would wait for one second. */
configure({ asyncUtilTimeout: 60_000 })
