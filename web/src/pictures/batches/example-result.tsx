import Box from '@mui/material/Box';

interface Props {
  /** Names of sample images of styles, such as `pixel-2`, with the edge that each is shown with. */
  pictures: readonly (readonly [name: string, edge?: number])[];
  /** What was asked for, and what it became. */
  caption: string;
}

const EDGE_PX = 96;

/** What a tool makes, in a history that is still empty. */
export const ExampleResult = ({ pictures, caption }: Props) => (
  <Box component="figure" sx={{ display: 'grid', justifyItems: 'center', gap: 2, m: 0, mt: 4 }}>
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'end', justifyContent: 'center', gap: 2 }}>
      {pictures.map(([name, edge = EDGE_PX]) => (
        <Box
          component="img"
          key={`${name} ${edge}`}
          src={`/presets/${name}.webp`}
          alt=""
          width={edge}
          height={edge}
          loading="lazy"
          sx={{ borderRadius: '8px', opacity: 0.85 }}
        />
      ))}
    </Box>
    <Box component="figcaption" sx={{ maxWidth: '52ch', fontSize: '0.8125rem' }}>
      Example: {caption}
    </Box>
  </Box>
);
