import { UPLOAD_RULES, UploadToolSchema, type UploadTool } from '@portal/contracts/uploads';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import { useNavigate } from 'react-router-dom';
import { useTool } from '../../../pictures/registered-tools/tools.ts';
import { countOf } from '../../../ui/count.ts';
import { TitledDialog } from '../../../ui/dialog.tsx';
import { afterDialogs } from '../../../ui/dialog-history.ts';
import { useUploads } from '../../../pictures/uploads/use-uploads.ts';

interface Props {
  files: readonly File[];
  isOpen: boolean;
  onClose: () => void;
}

/** Asks which tool the files are for. They are added to what is selected there. */
export const ToolDialog = ({ files, isOpen, onClose }: Props) => (
  <TitledDialog
    open={isOpen}
    onClose={onClose}
    title={`Choose a tool for ${countOf(files.length, 'file')}`}
    maxWidth="xs"
  >
    <DialogContent sx={{ display: 'grid', gap: 2 }}>
      {UploadToolSchema.options.map((tool) => (
        <ToolChoice key={tool} name={tool} files={files} onChoose={onClose} />
      ))}
    </DialogContent>
    <DialogActions>
      <Button color="inherit" onClick={onClose}>
        Cancel
      </Button>
    </DialogActions>
  </TitledDialog>
);

interface ChoiceProps {
  name: UploadTool;
  files: readonly File[];
  onChoose: () => void;
}

function ToolChoice({ name, files, onChoose }: ChoiceProps) {
  const { title, path, icon: Icon } = useTool(name);
  const { uploads, isSending } = useUploads(name);
  const navigate = useNavigate();
  const { maxFiles, maxBytes } = UPLOAD_RULES[name];
  const choose = () => {
    uploads.add(files);
    onChoose();
    void afterDialogs().then(() => navigate(path));
  };
  return (
    <Button
      variant="outlined"
      disabled={isSending}
      startIcon={<Icon aria-hidden size={18} />}
      onClick={choose}
      sx={{ justifyContent: 'start', gap: 1, py: 2.5, textAlign: 'left' }}
    >
      <span>
        {title}
        <Box
          component="span"
          sx={{ display: 'block', fontSize: '0.8125rem', fontWeight: 400, color: 'text.secondary' }}
        >
          {isSending
            ? 'An upload is in progress'
            : `Up to ${maxFiles} images, ${maxBytes / 1024 / 1024} MB each`}
        </Box>
      </span>
    </Button>
  );
}
