import fc from 'fast-check'

/** What is generated is the same in every run, so that a test that fails is one that a change has broken. `FC_SEED` tries another. */
fc.configureGlobal({ seed: Number(process.env.FC_SEED ?? 20_261_122) })
