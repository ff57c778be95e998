"""What models are asked: one file a job, each with the reasons for its wording."""
