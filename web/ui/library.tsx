import './library.css'
import { createTheme, localStorageColorSchemeManager, type MantineColorsTuple, MantineProvider } from '@mantine/core'
import { createContext, type ReactNode, use } from 'react'
import { schemeKey, useScheme } from './theme.tsx'

/**
 * Maps our tokens to the theme of the component library, with `library.css`. It wraps only what is built on the library
 * (dialogs, calendar, comboboxes): the first load is limited to 180 KB, so components of the first page (buttons,
 * fields, checkboxes, segments, tabs, menu, popover, toasts, page links) are our own, on the library's hooks.
 */
const shade = 'var(--accent)'
const accent: MantineColorsTuple = [shade, shade, shade, shade, shade, shade, shade, shade, shade, shade]

const theme = createTheme({
  colors: { accent },
  primaryColor: 'accent',
  breakpoints: { xs: '36em', sm: '48em', md: '62em', lg: '75em', xl: '88em' },
  defaultRadius: 'sm',
  respectReducedMotion: true,
})

const remembered = localStorageColorSchemeManager({ key: schemeKey })

const Inside = createContext(false)
export const Library = ({ children }: { children: ReactNode }) =>
  use(Inside) ? children : <Provided>{children}</Provided>

const Provided = ({ children }: { children: ReactNode }) => {
  const scheme = useScheme()
  return (
    <Inside value>
      <MantineProvider
        theme={theme}
        colorSchemeManager={remembered}
        defaultColorScheme="auto"
        forceColorScheme={scheme}
        withCssVariables={false}
        withGlobalClasses={false}
        withStaticClasses={false}
      >
        {children}
      </MantineProvider>
    </Inside>
  )
}
