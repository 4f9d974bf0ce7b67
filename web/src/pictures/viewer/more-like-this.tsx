import { Sparkles } from 'lucide-react';
import { useNavigate } from 'react-router-dom';
import { NEW_JOB_PATH } from '../batches/jobs-path.ts';
import { afterDialogs } from '../../ui/dialog-history.ts';
import { IconAction } from '../../ui/icon-action.tsx';

interface Props {
  prompt: string;
  onClose: () => void;
}

/** Opens the form of a job with a theme for prompts like this one. Nothing is asked or paid yet. */
export function MoreLikeThis({ prompt, onClose }: Props) {
  const navigate = useNavigate();
  const open = async () => {
    onClose();
    await afterDialogs();
    await navigate(NEW_JOB_PATH, { state: { like: prompt } });
  };
  return (
    <IconAction label="More like this" onClick={() => void open()}>
      <Sparkles size={18} />
    </IconAction>
  );
}
